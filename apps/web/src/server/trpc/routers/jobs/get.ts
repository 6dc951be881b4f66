import { z } from "zod";
import { getJob } from "../../../use-cases/replays/get-job.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const get = tenantProcedure
  .input(inTenant({ jobId: z.string() }))
  .query(async ({ ctx, input }) => unwrap(await getJob(ctx.services, ctx.acting.tenantId, idOf("job", input.jobId))));

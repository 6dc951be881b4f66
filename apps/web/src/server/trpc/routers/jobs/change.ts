import { z } from "zod";
import { changeJob } from "../../../use-cases/replays/change-job.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const change = (verb: "cancel" | "pause" | "resume") =>
  tenantProcedure
    .input(inTenant({ jobId: z.string() }))
    .mutation(async ({ ctx, input }) => unwrap(await changeJob(ctx.services, ctx.acting, idOf("job", input.jobId), verb)));

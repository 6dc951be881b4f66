import { updateJobSchema } from "@hooklane/contracts";
import { z } from "zod";
import { setJobRate } from "../../../use-cases/replays/set-job-rate.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const setRate = tenantProcedure
  .input(inTenant({ jobId: z.string(), ...updateJobSchema.shape }))
  .mutation(async ({ ctx, input }) =>
    unwrap(await setJobRate(ctx.services, ctx.acting, idOf("job", input.jobId), input.max_rate_per_second)),
  );

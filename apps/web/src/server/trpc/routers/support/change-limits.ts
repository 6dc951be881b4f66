import { changeLimitsSchema } from "@hooklane/contracts";
import { z } from "zod";
import { changeLimits as change } from "../../../use-cases/support/change-limits.ts";
import { unwrap } from "../../error.ts";
import { idOf, staffProcedure } from "../../procedures.ts";

export const changeLimits = staffProcedure
  .input(z.strictObject({ tenantId: z.string(), ...changeLimitsSchema.shape }))
  .mutation(async ({ ctx, input: { tenantId, ...limits } }) =>
    unwrap(await change(ctx.services, ctx.staff, idOf("tenant", tenantId), limits)),
  );

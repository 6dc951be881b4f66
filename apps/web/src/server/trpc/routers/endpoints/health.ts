import { z } from "zod";
import { getHealth } from "../../../use-cases/subscriptions/get-health.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const health = tenantProcedure
  .input(inTenant({ endpointId: z.string() }))
  .query(async ({ ctx, input }) => unwrap(await getHealth(ctx.services, ctx.acting.tenantId, idOf("subscription", input.endpointId))));

import { z } from "zod";
import { getHealth } from "../../../use-cases/subscriptions/get-health.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

/** Somebody looks: the owner is asked for the next answer, and this one is what it wrote last, with its age. */
export const health = tenantProcedure.input(inTenant({ endpointId: z.string() })).query(async ({ ctx, input }) => {
  const id = idOf("subscription", input.endpointId);
  const found = unwrap(await getHealth(ctx.services, ctx.acting.tenantId, id));
  ctx.services.askOwner(id);
  return found;
});

import { z } from "zod";
import { deleteSubscription } from "../../../use-cases/subscriptions/delete-subscription.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const remove = tenantProcedure.input(inTenant({ endpointId: z.string() })).mutation(async ({ ctx, input }) => {
  unwrap(await deleteSubscription(ctx.services, ctx.acting, idOf("subscription", input.endpointId)));
  return { id: input.endpointId };
});

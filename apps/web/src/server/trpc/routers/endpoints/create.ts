import { createSubscriptionSchema } from "@hooklane/contracts";
import { createSubscription } from "../../../use-cases/subscriptions/create-subscription.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const create = tenantProcedure
  .input(inTenant(createSubscriptionSchema.shape))
  .mutation(async ({ ctx, input: { tenantId: _, ...subscription } }) =>
    unwrap(await createSubscription(ctx.services, ctx.acting, subscription)),
  );

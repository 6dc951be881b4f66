import { updateSubscriptionSchema } from "@hooklane/contracts";
import { z } from "zod";
import { updateSubscription } from "../../../use-cases/subscriptions/update-subscription.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

const changesSomething = (input: object): boolean => Object.keys(input).length > 2;

export const update = tenantProcedure
  .input(inTenant({ endpointId: z.string(), ...updateSubscriptionSchema.shape }).refine(changesSomething, "nothing to change"))
  .mutation(async ({ ctx, input: { tenantId: _, endpointId, ...patch } }) =>
    unwrap(await updateSubscription(ctx.services, ctx.acting, idOf("subscription", endpointId), patch)),
  );

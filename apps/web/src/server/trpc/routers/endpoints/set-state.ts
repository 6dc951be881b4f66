import { z } from "zod";
import { type StateVerb, setSubscriptionState } from "../../../use-cases/subscriptions/set-subscription-state.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const setState = (verb: StateVerb) =>
  tenantProcedure
    .input(inTenant({ endpointId: z.string() }))
    .mutation(async ({ ctx, input }) =>
      unwrap(await setSubscriptionState(ctx.services, ctx.acting, idOf("subscription", input.endpointId), verb)),
    );

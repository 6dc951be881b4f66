import { z } from "zod";
import { getSubscription } from "../../../use-cases/subscriptions/get-subscription.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const get = tenantProcedure
  .input(inTenant({ endpointId: z.string() }))
  .query(async ({ ctx, input }) =>
    unwrap(await getSubscription(ctx.services, ctx.acting.tenantId, idOf("subscription", input.endpointId))),
  );

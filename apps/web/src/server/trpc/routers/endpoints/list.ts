import { listSubscriptionsSchema } from "@hooklane/contracts";
import { listEndpoints } from "../../../use-cases/subscriptions/list-endpoints.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const list = tenantProcedure
  .input(inTenant(listSubscriptionsSchema.shape))
  .query(async ({ ctx, input }) => unwrap(await listEndpoints(ctx.services, ctx.acting.tenantId, input)));

import { listEndpointsSchema } from "@hooklane/contracts";
import { listEndpoints } from "../../../use-cases/subscriptions/list-endpoints.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const list = tenantProcedure
  .input(inTenant(listEndpointsSchema.shape))
  .query(async ({ ctx, input: { tenantId: _, ...filter } }) => unwrap(await listEndpoints(ctx.services, ctx.acting.tenantId, filter)));

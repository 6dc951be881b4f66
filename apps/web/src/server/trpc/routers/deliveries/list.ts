import { listTenantDeliveriesSchema } from "@hooklane/contracts";
import { z } from "zod";
import { listTenantDeliveries } from "../../../use-cases/deliveries/list-tenant-deliveries.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const list = tenantProcedure
  .input(inTenant({ endpointId: z.string().optional(), ...listTenantDeliveriesSchema.shape }))
  .query(async ({ ctx, input: { tenantId: _, endpointId, eventId, jobId, ...filter } }) => {
    const of = {
      ...(endpointId !== undefined && { subscriptionId: idOf("subscription", endpointId) }),
      ...(eventId !== undefined && { eventId: idOf("event", eventId) }),
      ...(jobId !== undefined && { jobId: idOf("job", jobId) }),
    };
    return unwrap(await listTenantDeliveries(ctx.services, ctx.acting.tenantId, of, filter));
  });

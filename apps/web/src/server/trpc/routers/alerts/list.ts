import { listAlertsSchema } from "@hooklane/contracts";
import { z } from "zod";
import { listAlerts } from "../../../use-cases/alerts/list-alerts.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const list = tenantProcedure
  .input(inTenant({ endpointId: z.string().optional(), ...listAlertsSchema.shape }))
  .query(async ({ ctx, input: { tenantId: _, endpointId, ...page } }) => {
    const subscriptionId = endpointId === undefined ? undefined : idOf("subscription", endpointId);
    return unwrap(await listAlerts(ctx.services, ctx.acting.tenantId, subscriptionId, page));
  });

import { countAlerts } from "../../../use-cases/alerts/count-alerts.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const count = tenantProcedure.input(inTenant({})).query(({ ctx }) => countAlerts(ctx.services, ctx.acting.tenantId));

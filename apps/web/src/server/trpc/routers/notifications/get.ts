import { getAlertPreferences } from "../../../use-cases/alerts/alert-preferences.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const get = tenantProcedure.input(inTenant({})).query(({ ctx }) => getAlertPreferences(ctx.services, ctx.acting));

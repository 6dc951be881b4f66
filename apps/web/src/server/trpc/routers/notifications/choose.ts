import { alertChoiceSchema } from "@hooklane/contracts";
import { chooseAlertMail } from "../../../use-cases/alerts/alert-preferences.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const choose = tenantProcedure
  .input(inTenant(alertChoiceSchema.shape))
  .mutation(async ({ ctx, input: { tenantId: _, ...choice } }) => unwrap(await chooseAlertMail(ctx.services, ctx.acting, choice)));

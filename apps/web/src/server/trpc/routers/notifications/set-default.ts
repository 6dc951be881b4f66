import { alertChoiceSchema } from "@hooklane/contracts";
import { z } from "zod";
import { setAlertMailDefault } from "../../../use-cases/alerts/alert-preferences.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const setDefault = tenantProcedure
  .input(inTenant({ kind: alertChoiceSchema.shape.kind, by_mail: z.boolean() }))
  .mutation(async ({ ctx, input: { kind, by_mail } }) => unwrap(await setAlertMailDefault(ctx.services, ctx.acting, kind, by_mail)));

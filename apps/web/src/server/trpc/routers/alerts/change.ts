import { z } from "zod";
import { changeAlert } from "../../../use-cases/alerts/change-alert.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const change = (verb: "acknowledge" | "reopen" | "resolve") =>
  tenantProcedure
    .input(inTenant({ alertId: z.string() }))
    .mutation(async ({ ctx, input }) => unwrap(await changeAlert(ctx.services, ctx.acting, idOf("alert", input.alertId), { verb })));

import { z } from "zod";
import { getAlert } from "../../../use-cases/alerts/get-alert.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const get = tenantProcedure
  .input(inTenant({ alertId: z.string() }))
  .query(async ({ ctx, input }) => unwrap(await getAlert(ctx.services, ctx.acting.tenantId, idOf("alert", input.alertId))));

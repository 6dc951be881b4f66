import { muteHoursSchema } from "@hooklane/contracts";
import { z } from "zod";
import { changeAlert } from "../../../use-cases/alerts/change-alert.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

const HOUR_MS = 3_600_000;

export const mute = tenantProcedure
  .input(inTenant({ alertId: z.string(), hours: muteHoursSchema }))
  .mutation(async ({ ctx, input: { alertId, hours } }) => {
    const untilMs = ctx.services.now() + hours * HOUR_MS;
    return unwrap(await changeAlert(ctx.services, ctx.acting, idOf("alert", alertId), { verb: "mute", untilMs }));
  });

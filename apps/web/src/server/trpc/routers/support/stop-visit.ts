import { z } from "zod";
import { stopVisit as stop } from "../../../use-cases/support/stop-visit.ts";
import { unwrap } from "../../error.ts";
import { staffProcedure } from "../../procedures.ts";

export const stopVisit = staffProcedure
  .meta({ onVisit: true })
  .input(z.strictObject({}))
  .mutation(async ({ ctx }) => {
    ctx.setSession(unwrap(await stop(ctx.services, ctx.staff)).token);
    return { stopped: true };
  });

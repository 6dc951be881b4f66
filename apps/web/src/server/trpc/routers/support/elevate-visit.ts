import { elevateVisitSchema } from "@hooklane/contracts";
import { elevateVisit as elevate } from "../../../use-cases/support/elevate-visit.ts";
import { unwrap } from "../../error.ts";
import { staffProcedure } from "../../procedures.ts";

export const elevateVisit = staffProcedure
  .meta({ onVisit: true })
  .input(elevateVisitSchema)
  .mutation(async ({ ctx, input }) => {
    ctx.setSession(unwrap(await elevate(ctx.services, ctx.staff, input)).token);
    return { elevated: true };
  });

import { startVisitSchema } from "@hooklane/contracts";
import { z } from "zod";
import { startVisit as start } from "../../../use-cases/support/start-visit.ts";
import { unwrap } from "../../error.ts";
import { idOf, staffProcedure } from "../../procedures.ts";

export const startVisit = staffProcedure
  .input(z.strictObject({ tenantId: z.string(), ...startVisitSchema.shape }))
  .mutation(async ({ ctx, input: { tenantId, ...visit } }) => {
    ctx.setSession(unwrap(await start(ctx.services, ctx.staff, idOf("tenant", tenantId), visit)).token);
    return { tenant_id: tenantId };
  });

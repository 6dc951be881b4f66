import { z } from "zod";
import { erasePayload as erase } from "../../../use-cases/events/erase-payload.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const erasePayload = tenantProcedure.input(inTenant({ eventId: z.string() })).mutation(async ({ ctx, input }) => {
  unwrap(await erase(ctx.services, ctx.acting, idOf("event", input.eventId)));
  return { id: input.eventId };
});

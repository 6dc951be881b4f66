import { z } from "zod";
import { getEventDetail } from "../../../use-cases/events/get-event-detail.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const get = tenantProcedure
  .input(inTenant({ eventId: z.string() }))
  .query(async ({ ctx, input }) => unwrap(await getEventDetail(ctx.services, ctx.acting.tenantId, idOf("event", input.eventId))));

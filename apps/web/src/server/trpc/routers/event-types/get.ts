import { z } from "zod";
import { getEventType } from "../../../use-cases/event-types/get-event-type.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const get = tenantProcedure
  .input(inTenant({ name: z.string() }))
  .query(async ({ ctx, input }) => unwrap(await getEventType(ctx.services, ctx.acting.tenantId, input.name)));

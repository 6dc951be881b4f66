import { listEventsSchema } from "@hooklane/contracts";
import { listEvents } from "../../../use-cases/events/list-events.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const list = tenantProcedure
  .input(inTenant(listEventsSchema.shape))
  .query(async ({ ctx, input: { tenantId: _, ...filter } }) => unwrap(await listEvents(ctx.services, ctx.acting.tenantId, filter)));

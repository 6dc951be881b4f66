import { eventTypeSchema } from "@hooklane/contracts";
import { eventTypeSubscribers } from "../../../use-cases/event-types/event-type-subscribers.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const subscribers = tenantProcedure
  .input(inTenant({ name: eventTypeSchema }))
  .query(({ ctx, input }) => eventTypeSubscribers(ctx.services, ctx.acting.tenantId, input.name));

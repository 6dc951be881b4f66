import { eventTypeSchema } from "@hooklane/contracts";
import { eventTypeHistory } from "../../../use-cases/event-types/event-type-volumes.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const history = tenantProcedure
  .input(inTenant({ name: eventTypeSchema }))
  .query(({ ctx, input }) => eventTypeHistory(ctx.services, ctx.acting.tenantId, input.name));

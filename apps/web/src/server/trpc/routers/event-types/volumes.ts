import { eventTypeVolumes } from "../../../use-cases/event-types/event-type-volumes.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const volumes = tenantProcedure.input(inTenant({})).query(({ ctx }) => eventTypeVolumes(ctx.services, ctx.acting.tenantId));

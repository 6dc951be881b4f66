import { listEventTypesSchema } from "@hooklane/contracts";
import { listEventTypes } from "../../../use-cases/event-types/list-event-types.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const list = tenantProcedure
  .input(inTenant(listEventTypesSchema.shape))
  .query(async ({ ctx, input: { tenantId: _, ...page } }) => unwrap(await listEventTypes(ctx.services, ctx.acting.tenantId, page)));

import { createEventTypeSchema } from "@hooklane/contracts";
import { createEventType } from "../../../use-cases/event-types/create-event-type.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const create = tenantProcedure
  .input(inTenant(createEventTypeSchema.shape))
  .mutation(async ({ ctx, input: { tenantId: _, ...input } }) => unwrap(await createEventType(ctx.services, ctx.acting, input)));

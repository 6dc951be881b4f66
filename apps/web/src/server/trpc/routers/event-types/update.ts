import { updateEventTypeSchema } from "@hooklane/contracts";
import { z } from "zod";
import { updateEventType } from "../../../use-cases/event-types/update-event-type.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

const changesSomething = (input: object): boolean => Object.keys(input).length > 2;

export const update = tenantProcedure
  .input(inTenant({ name: z.string(), ...updateEventTypeSchema.shape }).refine(changesSomething, "nothing to change"))
  .mutation(async ({ ctx, input: { tenantId: _, name, ...patch } }) =>
    unwrap(await updateEventType(ctx.services, ctx.acting, name, patch)),
  );

import { z } from "zod";
import { applyCapacity as apply, listCapacity } from "../../../use-cases/support/capacity.ts";
import { unwrap } from "../../error.ts";
import { idOf, staffProcedure } from "../../procedures.ts";

export const capacity = staffProcedure.query(({ ctx }) => listCapacity(ctx.services));

export const applyCapacity = staffProcedure
  .input(z.strictObject({ endpointId: z.string() }))
  .mutation(async ({ ctx, input }) => unwrap(await apply(ctx.services, ctx.staff, idOf("subscription", input.endpointId))));

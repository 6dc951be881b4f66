import { z } from "zod";
import { setClock as keepClock } from "../../../use-cases/accounts/set-clock.ts";
import { userProcedure } from "../../procedures.ts";

export const setClock = userProcedure
  .input(z.strictObject({ utc: z.boolean() }))
  .mutation(({ ctx, input }) => keepClock(ctx.services, ctx.actor, input.utc));

import { resetPasswordSchema } from "@hooklane/contracts";
import { resetPassword as reset } from "../../../use-cases/accounts/reset-password.ts";
import { unwrap } from "../../error.ts";
import { publicProcedure } from "../../procedures.ts";

export const resetPassword = publicProcedure
  .input(resetPasswordSchema)
  .mutation(async ({ ctx, input }) => unwrap(await reset(ctx.services, ctx.request, input)));

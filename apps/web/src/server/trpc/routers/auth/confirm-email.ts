import { confirmEmailSchema } from "@hooklane/contracts";
import { confirmEmail as confirm } from "../../../use-cases/accounts/confirm-email.ts";
import { unwrap } from "../../error.ts";
import { publicProcedure } from "../../procedures.ts";

export const confirmEmail = publicProcedure
  .input(confirmEmailSchema)
  .mutation(async ({ ctx, input }) => unwrap(await confirm(ctx.services, ctx.request, input.token)));

import { signUpSchema } from "@hooklane/contracts";
import { signUp as createAccount } from "../../../use-cases/accounts/sign-up.ts";
import { unwrap } from "../../error.ts";
import { publicProcedure } from "../../procedures.ts";

export const signUp = publicProcedure
  .input(signUpSchema)
  .mutation(async ({ ctx, input }) => unwrap(await createAccount(ctx.services, ctx.request, input)));

import { renameAccountSchema } from "@hooklane/contracts";
import { renameAccount } from "../../../use-cases/accounts/get-account.ts";
import { accountProcedure } from "../../procedures.ts";

export const rename = accountProcedure
  .input(renameAccountSchema)
  .mutation(({ ctx, input }) => renameAccount(ctx.services, ctx.request, ctx.actor, input.name));

import { changeEmailSchema } from "@hooklane/contracts";
import { changeEmail as change } from "../../../use-cases/accounts/change-email.ts";
import { unwrap } from "../../error.ts";
import { accountProcedure } from "../../procedures.ts";

export const changeEmail = accountProcedure
  .input(changeEmailSchema)
  .mutation(async ({ ctx, input }) => unwrap(await change(ctx.services, ctx.request, ctx.actor, input)));

import { sendConfirmationAgain } from "../../../use-cases/accounts/send-confirmation-again.ts";
import { unwrap } from "../../error.ts";
import { accountProcedure } from "../../procedures.ts";

export const resendConfirmation = accountProcedure.mutation(async ({ ctx }) =>
  unwrap(await sendConfirmationAgain(ctx.services, ctx.request, ctx.actor)),
);

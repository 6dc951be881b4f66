import { changePasswordSchema } from "@hooklane/contracts";
import { changePassword as change } from "../../../use-cases/accounts/change-password.ts";
import { unwrap } from "../../error.ts";
import { accountProcedure } from "../../procedures.ts";

export const changePassword = accountProcedure.input(changePasswordSchema).mutation(async ({ ctx, input }) => {
  const { token, sessionsEnded } = unwrap(await change(ctx.services, ctx.request, ctx.actor, input));
  ctx.setSession(token);
  return { sessions_ended: sessionsEnded };
});

import { invitationTokenSchema } from "@hooklane/contracts";
import { acceptInvitation } from "../../../use-cases/members/accept-invitation.ts";
import { unwrap } from "../../error.ts";
import { accountProcedure } from "../../procedures.ts";

export const accept = accountProcedure.input(invitationTokenSchema).mutation(async ({ ctx, input }) => {
  const { tenantId, sessionToken } = unwrap(await acceptInvitation(ctx.services, ctx.request, ctx.actor, input.token));
  ctx.setSession(sessionToken);
  return { tenantId };
});

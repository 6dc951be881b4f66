import { z } from "zod";
import { revokeInvitation } from "../../../use-cases/members/invite.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const revoke = tenantProcedure
  .input(inTenant({ invitationId: z.string() }))
  .mutation(async ({ ctx, input }) => unwrap(await revokeInvitation(ctx.services, ctx.acting, idOf("invitation", input.invitationId))));

import { z } from "zod";
import { resendInvitation } from "../../../use-cases/members/invite.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const resend = tenantProcedure
  .input(inTenant({ invitationId: z.string() }))
  .mutation(async ({ ctx, input }) => unwrap(await resendInvitation(ctx.services, ctx.acting, idOf("invitation", input.invitationId))));

import { invitationTokenSchema } from "@hooklane/contracts";
import { lookAtInvitation } from "../../../use-cases/members/accept-invitation.ts";
import { unwrap } from "../../error.ts";
import { publicProcedure } from "../../procedures.ts";

/** A mutation, so that the token is in no address. */
export const look = publicProcedure
  .input(invitationTokenSchema)
  .mutation(async ({ ctx, input }) => unwrap(await lookAtInvitation(ctx.services, ctx.request, input.token)));

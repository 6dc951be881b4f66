import { joinSchema } from "@hooklane/contracts";
import { joinByInvitation } from "../../../use-cases/members/accept-invitation.ts";
import { unwrap } from "../../error.ts";
import { publicProcedure } from "../../procedures.ts";

export const join = publicProcedure
  .input(joinSchema)
  .mutation(async ({ ctx, input }) => unwrap(await joinByInvitation(ctx.services, ctx.request, input)));

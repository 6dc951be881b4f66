import { z } from "zod";
import { endOwnSessions, listOwnSessions } from "../../../use-cases/accounts/sessions.ts";
import { unwrap } from "../../error.ts";
import { accountProcedure } from "../../procedures.ts";

export const list = accountProcedure.query(({ ctx }) => listOwnSessions(ctx.services, ctx.actor));

export const revoke = accountProcedure
  .input(z.strictObject({ sessionId: z.string() }))
  .mutation(async ({ ctx, input }) => unwrap(await endOwnSessions(ctx.services, ctx.request, ctx.actor, input.sessionId)));

export const revokeOthers = accountProcedure.mutation(async ({ ctx }) =>
  unwrap(await endOwnSessions(ctx.services, ctx.request, ctx.actor, "others")),
);

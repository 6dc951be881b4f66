import { confirmSelfSchema } from "@hooklane/contracts";
import { z } from "zod";
import { confirmSelf } from "../../../use-cases/accounts/confirm-self.ts";
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

export const confirm = accountProcedure
  .input(confirmSelfSchema)
  .mutation(async ({ ctx, input }) => unwrap(await confirmSelf(ctx.services, ctx.request, ctx.actor, input)));

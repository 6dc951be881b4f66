import { enableTotpSchema, passwordGateSchema } from "@hooklane/contracts";
import { beginTwoFactor, disableTwoFactor, enableTwoFactor, renewRecoveryCodes } from "../../../use-cases/accounts/two-factor.ts";
import { unwrap } from "../../error.ts";
import { accountProcedure } from "../../procedures.ts";

export const begin = accountProcedure.mutation(async ({ ctx }) => unwrap(await beginTwoFactor(ctx.services, ctx.actor)));

export const enable = accountProcedure
  .input(enableTotpSchema)
  .mutation(async ({ ctx, input }) => unwrap(await enableTwoFactor(ctx.services, ctx.request, ctx.actor, input)));

export const disable = accountProcedure
  .input(passwordGateSchema)
  .mutation(async ({ ctx, input }) => unwrap(await disableTwoFactor(ctx.services, ctx.request, ctx.actor, input.current_password)));

export const renewCodes = accountProcedure
  .input(passwordGateSchema)
  .mutation(async ({ ctx, input }) => unwrap(await renewRecoveryCodes(ctx.services, ctx.request, ctx.actor, input.current_password)));

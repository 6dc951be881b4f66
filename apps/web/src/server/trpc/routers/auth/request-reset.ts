import { requestResetSchema } from "@hooklane/contracts";
import { requestReset as ask } from "../../../use-cases/accounts/request-reset.ts";
import { unwrap } from "../../error.ts";
import { publicProcedure } from "../../procedures.ts";

export const requestReset = publicProcedure
  .input(requestResetSchema)
  .mutation(async ({ ctx, input }) => unwrap(await ask(ctx.services, ctx.request, input.email)));

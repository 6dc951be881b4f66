import { z } from "zod";
import { revokePreviousSecrets } from "../../../use-cases/secrets/revoke-previous-secrets.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const revokePrevious = tenantProcedure
  .input(inTenant({ endpointId: z.string() }))
  .mutation(async ({ ctx, input }) =>
    unwrap(await revokePreviousSecrets(ctx.services, ctx.acting, idOf("subscription", input.endpointId))),
  );

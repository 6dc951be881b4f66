import { z } from "zod";
import { revealSecrets } from "../../../use-cases/secrets/reveal-secrets.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

/** A mutation, though it changes nothing of the endpoint: it leaves an audit row, and no link may trigger it. */
export const reveal = tenantProcedure
  .input(inTenant({ endpointId: z.string() }))
  .mutation(async ({ ctx, input }) => unwrap(await revealSecrets(ctx.services, ctx.acting, idOf("subscription", input.endpointId))));

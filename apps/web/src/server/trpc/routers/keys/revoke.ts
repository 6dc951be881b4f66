import { z } from "zod";
import { revokeKey } from "../../../use-cases/keys/revoke-key.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const revoke = tenantProcedure
  .input(inTenant({ keyId: z.string() }))
  .mutation(async ({ ctx, input }) => unwrap(await revokeKey(ctx.services, ctx.acting, idOf("key", input.keyId))));

import { createKeySchema } from "@hooklane/contracts";
import { createKey } from "../../../use-cases/keys/create-key.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const create = tenantProcedure
  .input(inTenant(createKeySchema.shape))
  .mutation(async ({ ctx, input: { name, scopes } }) => unwrap(await createKey(ctx.services, ctx.acting, { name, scopes })));

import { z } from "zod";
import { listSecrets } from "../../../use-cases/secrets/list-secrets.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const list = tenantProcedure
  .input(inTenant({ endpointId: z.string() }))
  .query(async ({ ctx, input }) => unwrap(await listSecrets(ctx.services, ctx.acting.tenantId, idOf("subscription", input.endpointId))));

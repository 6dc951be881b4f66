import { z } from "zod";
import { getSupportedTenant } from "../../../use-cases/support/get-supported-tenant.ts";
import { unwrap } from "../../error.ts";
import { idOf, staffProcedure } from "../../procedures.ts";

export const getTenant = staffProcedure
  .input(z.strictObject({ tenantId: z.string() }))
  .query(async ({ ctx, input }) => unwrap(await getSupportedTenant(ctx.services, idOf("tenant", input.tenantId))));

import { listAuditSchema } from "@hooklane/contracts";
import { listAudit } from "../../../use-cases/audit/list-audit.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const list = tenantProcedure
  .input(inTenant(listAuditSchema.shape))
  .query(async ({ ctx, input: { tenantId: _, ...query } }) => unwrap(await listAudit(ctx.services, ctx.acting, query)));

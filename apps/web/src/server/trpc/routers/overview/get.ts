import { getOverview } from "../../../use-cases/statistics/get-overview.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const get = tenantProcedure
  .input(inTenant({}))
  .query(async ({ ctx }) => unwrap(await getOverview(ctx.services, ctx.acting.tenantId)));

import { statisticsRangeSchema } from "@hooklane/contracts";
import { z } from "zod";
import { getStatistics, getTenantStatistics } from "../../../use-cases/statistics/get-statistics.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const get = tenantProcedure
  .input(inTenant({ endpointId: z.string().optional(), range: statisticsRangeSchema }))
  .query(async ({ ctx: { services, acting }, input: { endpointId, range } }) => {
    if (endpointId === undefined) return unwrap(await getTenantStatistics(services, acting.tenantId, range));
    return unwrap(await getStatistics(services, acting.tenantId, range, idOf("subscription", endpointId)));
  });

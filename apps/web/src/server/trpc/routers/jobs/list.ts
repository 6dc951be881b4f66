import { listJobsSchema } from "@hooklane/contracts";
import { z } from "zod";
import { listJobs } from "../../../use-cases/replays/list-jobs.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const list = tenantProcedure
  .input(inTenant({ endpointId: z.string().optional(), ...listJobsSchema.shape }))
  .query(async ({ ctx, input: { tenantId: _, endpointId, ...page } }) => {
    const subscriptionId = endpointId === undefined ? undefined : idOf("subscription", endpointId);
    return unwrap(await listJobs(ctx.services, ctx.acting.tenantId, subscriptionId, page));
  });

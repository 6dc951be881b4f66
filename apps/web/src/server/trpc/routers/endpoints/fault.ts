import { z } from "zod";
import { getFaultEvidence } from "../../../use-cases/subscriptions/get-fault-evidence.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const fault = tenantProcedure
  .input(inTenant({ endpointId: z.string() }))
  .query(async ({ ctx, input }) =>
    unwrap(await getFaultEvidence(ctx.services, ctx.acting.tenantId, idOf("subscription", input.endpointId))),
  );

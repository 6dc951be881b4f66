import { isReplayRange, replayRangeProblem, startReplaySchema } from "@hooklane/contracts";
import { z } from "zod";
import { planReplay } from "../../../use-cases/replays/plan-replay.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const plan = tenantProcedure
  .input(inTenant({ endpointId: z.string(), ...startReplaySchema.shape }).refine(isReplayRange, replayRangeProblem))
  .query(async ({ ctx, input: { tenantId: _, endpointId, ...filter } }) =>
    unwrap(await planReplay(ctx.services, ctx.acting, idOf("subscription", endpointId), filter)),
  );

import { isReplayRange, replayRangeProblem, startReplaySchema } from "@hooklane/contracts";
import { z } from "zod";
import { startReplay } from "../../../use-cases/replays/start-replay.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const start = tenantProcedure
  .input(inTenant({ endpointId: z.string(), ...startReplaySchema.shape }).refine(isReplayRange, replayRangeProblem))
  .mutation(async ({ ctx, input: { tenantId: _, endpointId, ...filter } }) =>
    unwrap(await startReplay(ctx.services, ctx.acting, idOf("subscription", endpointId), filter)),
  );

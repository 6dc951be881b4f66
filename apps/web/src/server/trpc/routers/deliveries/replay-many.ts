import { replayManySchema } from "@hooklane/contracts";
import { replayDeliveries } from "../../../use-cases/replays/replay-deliveries.ts";
import { unwrap } from "../../error.ts";
import { inTenant, tenantProcedure } from "../../procedures.ts";

export const replayMany = tenantProcedure
  .input(inTenant(replayManySchema.shape))
  .mutation(async ({ ctx, input }) => unwrap(await replayDeliveries(ctx.services, ctx.acting, input.deliveryIds)));

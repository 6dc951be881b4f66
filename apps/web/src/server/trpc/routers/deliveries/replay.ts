import { z } from "zod";
import { replayDelivery } from "../../../use-cases/replays/replay-delivery.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const replay = tenantProcedure
  .input(inTenant({ deliveryId: z.string() }))
  .mutation(async ({ ctx, input }) => unwrap(await replayDelivery(ctx.services, ctx.acting, idOf("delivery", input.deliveryId))));

import { z } from "zod";
import { getDeliveryDetail } from "../../../use-cases/deliveries/get-delivery-detail.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const get = tenantProcedure
  .input(inTenant({ deliveryId: z.string() }))
  .query(async ({ ctx, input }) => unwrap(await getDeliveryDetail(ctx.services, ctx.acting.tenantId, idOf("delivery", input.deliveryId))));

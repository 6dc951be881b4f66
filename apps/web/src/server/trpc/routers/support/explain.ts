import { z } from "zod";
import { explainDelivery } from "../../../use-cases/support/explain-delivery.ts";
import { unwrap } from "../../error.ts";
import { idOf, staffProcedure } from "../../procedures.ts";

export const explain = staffProcedure
  .input(z.strictObject({ deliveryId: z.string() }))
  .query(async ({ ctx, input }) => unwrap(await explainDelivery(ctx.services, idOf("delivery", input.deliveryId))));

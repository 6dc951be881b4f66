import { sendTestSchema } from "@hooklane/contracts";
import { z } from "zod";
import { sendTest } from "../../../use-cases/tests/send-test.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const send = tenantProcedure
  .input(inTenant({ endpointId: z.string(), ...sendTestSchema.shape }))
  .mutation(async ({ ctx, input: { tenantId: _, endpointId, ...test } }) =>
    unwrap(await sendTest(ctx.services, ctx.acting, idOf("subscription", endpointId), test)),
  );

import { rotateSecretSchema } from "@hooklane/contracts";
import { z } from "zod";
import { rotateSecret } from "../../../use-cases/secrets/rotate-secret.ts";
import { unwrap } from "../../error.ts";
import { idOf, inTenant, tenantProcedure } from "../../procedures.ts";

export const rotate = tenantProcedure
  .input(inTenant({ endpointId: z.string(), ...rotateSecretSchema.shape }))
  .mutation(async ({ ctx, input: { tenantId: _, endpointId, ...rotation } }) =>
    unwrap(await rotateSecret(ctx.services, ctx.acting, idOf("subscription", endpointId), rotation)),
  );

import { parsePublicId, rotateSecretSchema, subscriptionSchema } from "@hooklane/contracts";
import { readOptionalInput } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { rotateSecret } from "../../server/use-cases/secrets/rotate-secret.ts";
import { actingFor } from "../acting.ts";
import { createdSubscription } from "../examples.ts";

export const rotateSecretRoute: Route = {
  method: "POST",
  path: "/v1/subscriptions/:id/secret/rotate",
  scope: "subscriptions:write",
  doc: {
    id: "rotateSecret",
    area: "Subscriptions",
    summary: "Rotate the signing secret",
    description:
      "Makes a new secret the current one. The present one signs beside it while its grace lasts, so that a receiver can change over without losing a delivery.",
    params: { id: "subscription" },
    body: { schema: rotateSecretSchema, required: false, example: { grace_seconds: 86_400 } },
    answers: [
      {
        status: 200,
        description: "The subscription with its new secret, shown now only.",
        schema: subscriptionSchema,
        example: createdSubscription,
      },
    ],
  },
  handle: async (call) => {
    const id = parsePublicId("subscription", call.params.id ?? "");
    if (!id) return notFound;
    const rotation = await readOptionalInput(call, rotateSecretSchema);
    if (!rotation.ok) return rotation;
    const rotated = await rotateSecret(call.services, actingFor(call), id, rotation.value);
    return rotated.ok ? { status: 200, body: rotated.value } : rotated;
  },
};

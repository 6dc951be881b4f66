import { parsePublicId, rotateSecretSchema } from "@hooklane/contracts";
import { readOptionalInput } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { rotateSecret } from "../../server/use-cases/secrets/rotate-secret.ts";
import { actingFor } from "../acting.ts";

export const rotateSecretRoute: Route = {
  method: "POST",
  path: "/v1/subscriptions/:id/secret/rotate",
  scope: "subscriptions:write",
  handle: async (call) => {
    const id = parsePublicId("subscription", call.params.id ?? "");
    if (!id) return notFound;
    const rotation = await readOptionalInput(call, rotateSecretSchema);
    if (!rotation.ok) return rotation;
    const rotated = await rotateSecret(call.services, actingFor(call), id, rotation.value);
    return rotated.ok ? { status: 200, body: rotated.value } : rotated;
  },
};

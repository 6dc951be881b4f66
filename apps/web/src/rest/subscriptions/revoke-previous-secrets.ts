import { listSecretsSchema, parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { revokePreviousSecrets } from "../../server/use-cases/secrets/revoke-previous-secrets.ts";
import { actingFor } from "../acting.ts";
import { currentSecret } from "../examples.ts";

export const revokePreviousSecretsRoute: Route = {
  method: "POST",
  path: "/v1/subscriptions/:id/secret/revoke-previous",
  scope: "subscriptions:write",
  doc: {
    id: "revokePreviousSecrets",
    area: "Subscriptions",
    summary: "End the previous secrets",
    description: "Ends the grace of every secret but the current one at once: for a secret that has leaked.",
    params: { id: "subscription" },
    answers: [
      { status: 200, description: "The secrets that still sign.", schema: listSecretsSchema, example: { secrets: [currentSecret] } },
    ],
  },
  handle: async (call) => {
    const id = parsePublicId("subscription", call.params.id ?? "");
    const left = id ? await revokePreviousSecrets(call.services, actingFor(call), id) : notFound;
    return left.ok ? { status: 200, body: { secrets: left.value } } : left;
  },
};

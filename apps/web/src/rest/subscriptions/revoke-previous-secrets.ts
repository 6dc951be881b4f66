import { parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { revokePreviousSecrets } from "../../server/use-cases/secrets/revoke-previous-secrets.ts";
import { actingFor } from "../acting.ts";

export const revokePreviousSecretsRoute: Route = {
  method: "POST",
  path: "/v1/subscriptions/:id/secret/revoke-previous",
  scope: "subscriptions:write",
  handle: async (call) => {
    const id = parsePublicId("subscription", call.params.id ?? "");
    const left = id ? await revokePreviousSecrets(call.services, actingFor(call), id) : notFound;
    return left.ok ? { status: 200, body: { secrets: left.value } } : left;
  },
};

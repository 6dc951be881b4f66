import { parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { type StateVerb, setSubscriptionState } from "../../server/use-cases/subscriptions/set-subscription-state.ts";
import { actingFor } from "../acting.ts";

/** `POST /v1/subscriptions/{id}/pause`, and its siblings: no body. */
export const setStateRoute = (verb: StateVerb): Route => ({
  method: "POST",
  path: `/v1/subscriptions/:id/${verb}`,
  scope: "subscriptions:write",
  handle: async (call) => {
    const id = parsePublicId("subscription", call.params.id ?? "");
    const changed = id ? await setSubscriptionState(call.services, actingFor(call), id, verb) : notFound;
    return changed.ok ? { status: 200, body: changed.value } : changed;
  },
});

import { parsePublicId, subscriptionSchema } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { type StateVerb, setSubscriptionState } from "../../server/use-cases/subscriptions/set-subscription-state.ts";
import { actingFor } from "../acting.ts";
import { subscription } from "../examples.ts";

const told: Record<StateVerb, { summary: string; description: string; after: typeof subscription }> = {
  pause: {
    summary: "Pause a subscription",
    description: "Nothing is sent until it is resumed. New events wait, and their deadline runs.",
    after: { ...subscription, state: "paused" },
  },
  resume: { summary: "Resume a subscription", description: "Ends a pause; what waited is sent.", after: subscription },
  enable: {
    summary: "Enable a subscription",
    description: "Ends its being disabled, with every counter at its beginning. What died meanwhile can be replayed.",
    after: subscription,
  },
};

/** `POST /v1/subscriptions/{id}/pause`, and its siblings: no body. */
export const setStateRoute = (verb: StateVerb): Route => ({
  method: "POST",
  path: `/v1/subscriptions/:id/${verb}`,
  scope: "subscriptions:write",
  doc: {
    id: `${verb}Subscription`,
    area: "Subscriptions",
    summary: told[verb].summary,
    description: told[verb].description,
    params: { id: "subscription" },
    answers: [{ status: 200, description: "The subscription as it is now.", schema: subscriptionSchema, example: told[verb].after }],
  },
  handle: async (call) => {
    const id = parsePublicId("subscription", call.params.id ?? "");
    const changed = id ? await setSubscriptionState(call.services, actingFor(call), id, verb) : notFound;
    return changed.ok ? { status: 200, body: changed.value } : changed;
  },
});

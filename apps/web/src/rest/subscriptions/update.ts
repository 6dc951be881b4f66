import { parsePublicId, subscriptionSchema, updateSubscriptionSchema } from "@hooklane/contracts";
import { readInput } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { updateSubscription } from "../../server/use-cases/subscriptions/update-subscription.ts";
import { actingFor } from "../acting.ts";
import { subscription } from "../examples.ts";

export const updateRoute: Route = {
  method: "PATCH",
  path: "/v1/subscriptions/:id",
  scope: "subscriptions:write",
  doc: {
    id: "updateSubscription",
    area: "Subscriptions",
    summary: "Change a subscription",
    description:
      "Changes the members that are sent. Deliveries that wait go to the new URL. When it names another host, custom headers must be sent along: their values are not passed on to a host that their owner has not seen.",
    params: { id: "subscription" },
    body: { schema: updateSubscriptionSchema, required: true, example: { event_types: ["order.*", "refund.*"] } },
    answers: [{ status: 200, description: "The subscription as it is now.", schema: subscriptionSchema, example: subscription }],
  },
  handle: async (call) => {
    const id = parsePublicId("subscription", call.params.id ?? "");
    if (!id) return notFound;
    const patch = await readInput(call, updateSubscriptionSchema);
    if (!patch.ok) return patch;
    const updated = await updateSubscription(call.services, actingFor(call), id, patch.value);
    return updated.ok ? { status: 200, body: updated.value } : updated;
  },
};

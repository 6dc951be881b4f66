import { parsePublicId, updateSubscriptionSchema } from "@hooklane/contracts";
import { readInput } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { updateSubscription } from "../../server/use-cases/subscriptions/update-subscription.ts";
import { actingFor } from "../acting.ts";

export const updateRoute: Route = {
  method: "PATCH",
  path: "/v1/subscriptions/:id",
  scope: "subscriptions:write",
  handle: async (call) => {
    const id = parsePublicId("subscription", call.params.id ?? "");
    if (!id) return notFound;
    const patch = await readInput(call, updateSubscriptionSchema);
    if (!patch.ok) return patch;
    const updated = await updateSubscription(call.services, actingFor(call), id, patch.value);
    return updated.ok ? { status: 200, body: updated.value } : updated;
  },
};

import { createSubscriptionSchema } from "@hooklane/contracts";
import { readInput } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { createSubscription } from "../../server/use-cases/subscriptions/create-subscription.ts";
import { actingFor } from "../acting.ts";

export const createRoute: Route = {
  method: "POST",
  path: "/v1/subscriptions",
  scope: "subscriptions:write",
  handle: async (call) => {
    const input = await readInput(call, createSubscriptionSchema);
    if (!input.ok) return input;
    const created = await createSubscription(call.services, actingFor(call), call.caller.plan, input.value);
    return created.ok ? { status: 201, body: created.value, headers: { location: `/v1/subscriptions/${created.value.id}` } } : created;
  },
};

import { createSubscriptionSchema, subscriptionSchema } from "@hooklane/contracts";
import { readInput } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { createSubscription } from "../../server/use-cases/subscriptions/create-subscription.ts";
import { actingFor } from "../acting.ts";
import { createdSubscription, newSubscription } from "../examples.ts";

export const createRoute: Route = {
  method: "POST",
  path: "/v1/subscriptions",
  scope: "subscriptions:write",
  doc: {
    id: "createSubscription",
    area: "Subscriptions",
    summary: "Register an endpoint",
    description:
      "Events that are accepted after the answer reach it. The answer alone holds the signing secret: keep it where the endpoint can read it.",
    body: { schema: createSubscriptionSchema, required: true, example: newSubscription },
    answers: [
      {
        status: 201,
        description: "Registered.",
        schema: subscriptionSchema,
        example: createdSubscription,
        headers: { Location: { description: "The path of the subscription.", always: true } },
      },
    ],
    problems: ["limit_reached"],
  },
  handle: async (call) => {
    const input = await readInput(call, createSubscriptionSchema);
    if (!input.ok) return input;
    const created = await createSubscription(call.services, actingFor(call), input.value);
    return created.ok ? { status: 201, body: created.value, headers: { location: `/v1/subscriptions/${created.value.id}` } } : created;
  },
};

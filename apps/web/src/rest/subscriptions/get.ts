import { parsePublicId, subscriptionSchema } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { getSubscription } from "../../server/use-cases/subscriptions/get-subscription.ts";
import { subscription } from "../examples.ts";

export const getRoute: Route = {
  method: "GET",
  path: "/v1/subscriptions/:id",
  scope: "subscriptions:read",
  doc: {
    id: "getSubscription",
    area: "Subscriptions",
    summary: "Read a subscription",
    description: "One subscription. Values of its custom headers are masked, and its secret is not shown.",
    params: { id: "subscription" },
    answers: [{ status: 200, description: "The subscription.", schema: subscriptionSchema, example: subscription }],
  },
  handle: async ({ services, caller, params }) => {
    const id = parsePublicId("subscription", params.id ?? "");
    const found = id ? await getSubscription(services, caller.tenantId, id) : notFound;
    return found.ok ? { status: 200, body: found.value } : found;
  },
};

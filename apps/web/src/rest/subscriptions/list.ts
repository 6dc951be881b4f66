import { listSubscriptionsSchema, pageSchema, subscriptionSchema } from "@hooklane/contracts";
import { readQuery } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { listSubscriptions } from "../../server/use-cases/subscriptions/list-subscriptions.ts";
import { subscriptionPage } from "../examples.ts";

export const listRoute: Route = {
  method: "GET",
  path: "/v1/subscriptions",
  scope: "subscriptions:read",
  doc: {
    id: "listSubscriptions",
    area: "Subscriptions",
    summary: "List subscriptions",
    description: "The tenant's subscriptions, newest first. Queries of URLs are left out.",
    query: listSubscriptionsSchema,
    answers: [{ status: 200, description: "One page.", schema: pageSchema(subscriptionSchema), example: subscriptionPage }],
  },
  handle: async ({ services, caller, query }) => {
    const filter = readQuery(query, listSubscriptionsSchema);
    if (!filter.ok) return filter;
    const page = await listSubscriptions(services, caller.tenantId, filter.value);
    return page.ok ? { status: 200, body: page.value } : page;
  },
};

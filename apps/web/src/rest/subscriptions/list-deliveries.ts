import { deliverySchema, listDeliveriesSchema, pageSchema, parsePublicId } from "@hooklane/contracts";
import { readQuery } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { listSubscriptionDeliveries } from "../../server/use-cases/deliveries/list-deliveries.ts";
import { deliveryPage } from "../examples.ts";

export const listDeliveriesRoute: Route = {
  method: "GET",
  path: "/v1/subscriptions/:id/deliveries",
  scope: "deliveries:read",
  doc: {
    id: "listDeliveries",
    area: "Deliveries",
    summary: "List a subscription's deliveries",
    description: "Newest first, each with its attempts, why it waits or why it died. Deleted subscriptions keep their log.",
    params: { id: "subscription" },
    query: listDeliveriesSchema,
    answers: [{ status: 200, description: "One page.", schema: pageSchema(deliverySchema), example: deliveryPage }],
  },
  handle: async ({ services, caller, params, query }) => {
    const filter = readQuery(query, listDeliveriesSchema);
    if (!filter.ok) return filter;
    const id = parsePublicId("subscription", params.id ?? "");
    const page = id ? await listSubscriptionDeliveries(services, caller.tenantId, id, filter.value) : notFound;
    return page.ok ? { status: 200, body: page.value } : page;
  },
};

import { parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { getSubscription } from "../../server/use-cases/subscriptions/get-subscription.ts";

export const getRoute: Route = {
  method: "GET",
  path: "/v1/subscriptions/:id",
  scope: "subscriptions:read",
  handle: async ({ services, caller, params }) => {
    const id = parsePublicId("subscription", params.id ?? "");
    const found = id ? await getSubscription(services, caller.tenantId, id) : notFound;
    return found.ok ? { status: 200, body: found.value } : found;
  },
};

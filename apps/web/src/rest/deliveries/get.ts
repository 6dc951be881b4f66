import { parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { getDelivery } from "../../server/use-cases/deliveries/get-delivery.ts";

export const getRoute: Route = {
  method: "GET",
  path: "/v1/deliveries/:id",
  scope: "deliveries:read",
  handle: async ({ services, caller, params }) => {
    const id = parsePublicId("delivery", params.id ?? "");
    const found = id ? await getDelivery(services, caller.tenantId, id) : notFound;
    return found.ok ? { status: 200, body: found.value } : found;
  },
};

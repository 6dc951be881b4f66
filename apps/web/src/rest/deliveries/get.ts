import { deliverySchema, parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { getDelivery } from "../../server/use-cases/deliveries/get-delivery.ts";
import { delivery } from "../examples.ts";

export const getRoute: Route = {
  method: "GET",
  path: "/v1/deliveries/:id",
  scope: "deliveries:read",
  doc: {
    id: "getDelivery",
    area: "Deliveries",
    summary: "Read a delivery",
    description: "One delivery with all that is kept of its attempts: request headers, timings, and up to 16 KiB of each answer.",
    params: { id: "delivery" },
    answers: [{ status: 200, description: "The delivery.", schema: deliverySchema, example: delivery }],
  },
  handle: async ({ services, caller, params }) => {
    const id = parsePublicId("delivery", params.id ?? "");
    const found = id ? await getDelivery(services, caller.tenantId, id) : notFound;
    return found.ok ? { status: 200, body: found.value } : found;
  },
};

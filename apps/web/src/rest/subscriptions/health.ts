import { healthSchema, parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { getHealth } from "../../server/use-cases/subscriptions/get-health.ts";
import { health } from "../examples.ts";

export const healthRoute: Route = {
  method: "GET",
  path: "/v1/subscriptions/:id/health",
  scope: "subscriptions:read",
  doc: {
    id: "getHealth",
    area: "Subscriptions",
    summary: "Read a subscription's health",
    description: "Whether it is sent to, how much waits and for how long, and how much died.",
    params: { id: "subscription" },
    answers: [{ status: 200, description: "Its health.", schema: healthSchema, example: health }],
  },
  handle: async ({ services, caller, params }) => {
    const id = parsePublicId("subscription", params.id ?? "");
    const found = id ? await getHealth(services, caller.tenantId, id) : notFound;
    return found.ok ? { status: 200, body: found.value } : found;
  },
};

import { parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { getHealth } from "../../server/use-cases/subscriptions/get-health.ts";

export const healthRoute: Route = {
  method: "GET",
  path: "/v1/subscriptions/:id/health",
  scope: "subscriptions:read",
  handle: async ({ services, caller, params }) => {
    const id = parsePublicId("subscription", params.id ?? "");
    const found = id ? await getHealth(services, caller.tenantId, id) : notFound;
    return found.ok ? { status: 200, body: found.value } : found;
  },
};

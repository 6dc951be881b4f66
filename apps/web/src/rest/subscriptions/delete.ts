import { parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { deleteSubscription } from "../../server/use-cases/subscriptions/delete-subscription.ts";
import { actingFor } from "../acting.ts";

export const deleteRoute: Route = {
  method: "DELETE",
  path: "/v1/subscriptions/:id",
  scope: "subscriptions:write",
  doc: {
    id: "deleteSubscription",
    area: "Subscriptions",
    summary: "Delete a subscription",
    description: "Nothing is sent to it from now on; what was pending ends dead. Its log stays readable.",
    params: { id: "subscription" },
    answers: [{ status: 204, description: "Deleted." }],
  },
  handle: async (call) => {
    const id = parsePublicId("subscription", call.params.id ?? "");
    const deleted = id ? await deleteSubscription(call.services, actingFor(call), id) : notFound;
    return deleted.ok ? { status: 204 } : deleted;
  },
};

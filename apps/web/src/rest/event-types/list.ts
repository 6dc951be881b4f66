import { eventTypeViewSchema, listEventTypesSchema, pageSchema } from "@hooklane/contracts";
import { readQuery } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { listEventTypes } from "../../server/use-cases/event-types/list-event-types.ts";
import { eventTypePage } from "../examples.ts";

export const listRoute: Route = {
  method: "GET",
  path: "/v1/event-types",
  scope: "event_types:read",
  doc: {
    id: "listEventTypes",
    area: "Event types",
    summary: "List event types",
    description: "The tenant's catalogue, newest first.",
    query: listEventTypesSchema,
    answers: [{ status: 200, description: "One page.", schema: pageSchema(eventTypeViewSchema), example: eventTypePage }],
  },
  handle: async ({ services, caller, query }) => {
    const filter = readQuery(query, listEventTypesSchema);
    if (!filter.ok) return filter;
    const page = await listEventTypes(services, caller.tenantId, filter.value);
    return page.ok ? { status: 200, body: page.value } : page;
  },
};

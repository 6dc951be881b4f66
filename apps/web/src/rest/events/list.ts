import { eventListItemSchema, listEventsSchema, pageSchema } from "@hooklane/contracts";
import { readQuery } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { listEvents } from "../../server/use-cases/events/list-events.ts";
import { eventPage } from "../examples.ts";

export const listRoute: Route = {
  method: "GET",
  path: "/v1/events",
  scope: "events:read",
  doc: {
    id: "listEvents",
    area: "Events",
    summary: "List events",
    description:
      "The events that the tenant sent, newest first, without payloads. With `type` a page may be short and yet have more behind it.",
    query: listEventsSchema,
    answers: [{ status: 200, description: "One page.", schema: pageSchema(eventListItemSchema), example: eventPage }],
  },
  handle: async ({ services, caller, query }) => {
    const filter = readQuery(query, listEventsSchema);
    if (!filter.ok) return filter;
    const page = await listEvents(services, caller.tenantId, filter.value);
    return page.ok ? { status: 200, body: page.value } : page;
  },
};

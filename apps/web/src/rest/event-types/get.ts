import { eventTypeViewSchema } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { getEventType } from "../../server/use-cases/event-types/get-event-type.ts";
import { eventType, eventTypeName } from "../examples.ts";

/** The type's id is its name. */
export const getRoute: Route = {
  method: "GET",
  path: "/v1/event-types/:id",
  scope: "event_types:read",
  doc: {
    id: "getEventType",
    area: "Event types",
    summary: "Read an event type",
    description: "What the catalogue says of one type.",
    params: { id: eventTypeName },
    answers: [{ status: 200, description: "The type.", schema: eventTypeViewSchema, example: eventType }],
  },
  handle: async ({ services, caller, params }) => {
    const found = await getEventType(services, caller.tenantId, params.id ?? "");
    return found.ok ? { status: 200, body: found.value } : found;
  },
};

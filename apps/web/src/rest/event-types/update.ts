import { eventTypeViewSchema, updateEventTypeSchema } from "@hooklane/contracts";
import { readInput } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { updateEventType } from "../../server/use-cases/event-types/update-event-type.ts";
import { actingFor } from "../acting.ts";
import { eventType, eventTypeName } from "../examples.ts";

export const updateRoute: Route = {
  method: "PATCH",
  path: "/v1/event-types/:id",
  scope: "event_types:write",
  doc: {
    id: "updateEventType",
    area: "Event types",
    summary: "Change an event type",
    description: "Changes the members that are given; the others stay. The name cannot be changed.",
    params: { id: eventTypeName },
    body: { schema: updateEventTypeSchema, required: true, example: { description: "An order was paid." } },
    answers: [{ status: 200, description: "As it is now.", schema: eventTypeViewSchema, example: eventType }],
  },
  handle: async (call) => {
    const patch = await readInput(call, updateEventTypeSchema);
    if (!patch.ok) return patch;
    const updated = await updateEventType(call.services, actingFor(call), call.params.id ?? "", patch.value);
    return updated.ok ? { status: 200, body: updated.value } : updated;
  },
};

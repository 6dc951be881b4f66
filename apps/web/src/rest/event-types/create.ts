import { createEventTypeSchema, eventTypeViewSchema } from "@hooklane/contracts";
import { readInput } from "../../server/http/read-input.ts";
import type { Route } from "../../server/http/route.ts";
import { createEventType } from "../../server/use-cases/event-types/create-event-type.ts";
import { actingFor } from "../acting.ts";
import { eventType, newEventType } from "../examples.ts";

export const createRoute: Route = {
  method: "POST",
  path: "/v1/event-types",
  scope: "event_types:write",
  doc: {
    id: "createEventType",
    area: "Event types",
    summary: "Describe an event type",
    description: "Puts a type into the catalogue. Types need not be in it to be posted.",
    body: { schema: createEventTypeSchema, required: true, example: newEventType },
    answers: [
      {
        status: 201,
        description: "In the catalogue.",
        schema: eventTypeViewSchema,
        example: eventType,
        headers: { Location: { description: "Where it is read.", always: true } },
      },
    ],
    problems: ["already_exists", "limit_reached"],
  },
  handle: async (call) => {
    const input = await readInput(call, createEventTypeSchema);
    if (!input.ok) return input;
    const created = await createEventType(call.services, actingFor(call), input.value);
    return created.ok ? { status: 201, body: created.value, headers: { location: `/v1/event-types/${created.value.name}` } } : created;
  },
};

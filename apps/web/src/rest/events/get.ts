import { eventSchema, parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { getEvent } from "../../server/use-cases/events/get-event.ts";
import { event } from "../examples.ts";

export const getRoute: Route = {
  method: "GET",
  path: "/v1/events/:id",
  scope: "events:read",
  doc: {
    id: "getEvent",
    area: "Events",
    summary: "Read an event",
    description: "One event with its payload and the deliveries it made, replays included.",
    params: { id: "event" },
    answers: [{ status: 200, description: "The event.", schema: eventSchema, example: event }],
  },
  handle: async ({ services, caller, params }) => {
    const id = parsePublicId("event", params.id ?? "");
    const found = id ? await getEvent(services, caller.tenantId, id) : notFound;
    if (!found.ok) return found;
    const { view, payload } = found.value;
    // The payload goes in as the bytes it is: parsing it would change numbers and spacing
    const { id: eventId, type, ...rest } = view;
    const head = JSON.stringify({ id: eventId, type }).slice(0, -1);
    return { status: 200, body: `${head},"payload":${payload?.toString("utf8") ?? "null"},${JSON.stringify(rest).slice(1)}` };
  },
};

import { parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { erasePayload } from "../../server/use-cases/events/erase-payload.ts";
import { actingFor } from "../acting.ts";

export const erasePayloadRoute: Route = {
  method: "DELETE",
  path: "/v1/events/:id/payload",
  scope: "events:erase",
  doc: {
    id: "erasePayload",
    area: "Events",
    summary: "Erase a payload",
    description:
      "Deletes the payload's bytes for good. The event and its deliveries stay and say so; what is still open ends dead with the reason `payload_erased`, and nothing of it can be replayed. Done twice it is done once.",
    params: { id: "event" },
    answers: [{ status: 204, description: "Erased." }],
  },
  handle: async (call) => {
    const id = parsePublicId("event", call.params.id ?? "");
    const erased = id ? await erasePayload(call.services, actingFor(call), id) : notFound;
    return erased.ok ? { status: 204 } : erased;
  },
};

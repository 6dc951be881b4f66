import { exampleId, parsePublicId, replayedDeliverySchema } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { replayDelivery } from "../../server/use-cases/replays/replay-delivery.ts";
import { actingFor } from "../acting.ts";

/** No body. */
export const replayRoute: Route = {
  method: "POST",
  path: "/v1/deliveries/:id/replay",
  scope: "replay:write",
  doc: {
    id: "replayDelivery",
    area: "Replays",
    summary: "Replay a delivery",
    description:
      "Sends what was delivered or is dead again, as a new delivery of the next generation under the same `Idempotency-Key`. While such a replay is open, asking again answers the same one.",
    params: { id: "delivery" },
    answers: [
      {
        status: 202,
        description: "On its way.",
        schema: replayedDeliverySchema,
        example: { delivery_id: exampleId("delivery") },
      },
    ],
    problems: ["delivery_not_final", "subscription_disabled", "subscription_deleted", "payload_gone"],
  },
  handle: async (call) => {
    const id = parsePublicId("delivery", call.params.id ?? "");
    const replayed = id ? await replayDelivery(call.services, actingFor(call), id) : notFound;
    return replayed.ok ? { status: 202, body: replayed.value } : replayed;
  },
};

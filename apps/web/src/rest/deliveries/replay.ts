import { parsePublicId } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { notFound } from "../../server/result.ts";
import { replayDelivery } from "../../server/use-cases/replays/replay-delivery.ts";
import { actingFor } from "../acting.ts";

/** No body. */
export const replayRoute: Route = {
  method: "POST",
  path: "/v1/deliveries/:id/replay",
  scope: "replay:write",
  handle: async (call) => {
    const id = parsePublicId("delivery", call.params.id ?? "");
    const replayed = id ? await replayDelivery(call.services, actingFor(call), id) : notFound;
    return replayed.ok ? { status: 202, body: replayed.value } : replayed;
  },
};

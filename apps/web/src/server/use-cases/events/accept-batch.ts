import { done, type Result } from "../../result.ts";
import { type AcceptedEvent, type AcceptServices, acceptJudged, notReady } from "./accept-event.ts";
import { type EventSender, judgeEvent } from "./judge-event.ts";

/**
 * Accepts the events of a batch, each by itself: one that is refused sinks no other. They are judged together and handed over in their order.
 * @param events the text of each
 */
export async function acceptBatch(
  services: AcceptServices,
  sender: EventSender,
  events: readonly Buffer[],
): Promise<Result<Result<AcceptedEvent>[]>> {
  if (!services.canAccept()) return notReady;
  const judged = await Promise.all(events.map((bytes) => judgeEvent(services, sender, bytes, undefined)));
  const results = await Promise.all(judged.map((one) => (one.ok ? acceptJudged(services, one.value) : one)));
  // Nothing was written because nothing can be: the whole call is to be sent again
  const outage = results.find((result) => !result.ok && result.code === "unavailable");
  const isOutage = results.every((result) => !result.ok && result.code === "unavailable");
  return outage && !outage.ok && isOutage ? outage : done(results);
}

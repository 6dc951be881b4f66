import { type Producer, waitFor } from "@hooklane/testkit";
import type { Lane } from "./tenant.ts";
import type { World } from "./world.ts";

/**
 * Posts one event now, again and again until it is accepted, and waits until it arrives: the way of an event through the whole product.
 * @returns when its first copy arrived, milliseconds since epoch
 */
export async function probe(world: World, producer: Producer, lanes: readonly Lane[], timeoutMs = 60_000): Promise<number> {
  const giveUp = AbortSignal.timeout(timeoutMs);
  const event = { type: lanes[0]?.eventType ?? "", payload: '{"probe":true}', targets: lanes.map(({ id }) => id) };
  const { outcome } = await producer.post(event, giveUp);
  if (outcome.kind !== "accepted") throw new Error(`an event was not accepted within ${timeoutMs} ms: ${JSON.stringify(outcome)}`);
  const { arrivedAtMs } = await waitFor(() => world.copies().find(({ webhookId }) => webhookId === outcome.eventId), {
    what: "an event posted after the fault to arrive",
    timeoutMs,
    intervalMs: 200,
  });
  return arrivedAtMs;
}

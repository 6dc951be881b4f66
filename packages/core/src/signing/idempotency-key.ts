import { hash } from "node:crypto";

/**
 * The Idempotency-Key header: sha256, in lower-case hex, of `<event id>|<subscription id>`. The same for every attempt and
 * replay of an obligation, so a receiver recognises duplicates.
 *
 * @param eventId with its prefix, `evt_…`
 * @param subscriptionId with its prefix, `sub_…`
 */
export function idempotencyKey(eventId: string, subscriptionId: string): string {
  return hash("sha256", `${eventId}|${subscriptionId}`, "hex");
}

import { hash } from "node:crypto";

const NIL = "00000000-0000-0000-0000-000000000000";

/**
 * The id of the delivery of an event to a subscription: a pure function, so that the primary key alone keeps a fan-out that runs
 * again from making a second delivery. 48 bits of time, version 7, variant 10, the rest from sha256(event ‖ subscription ‖ replay).
 * @param createdMs the event's millisecond, or that of the replay row
 * @param replayId the replay this delivery belongs to; absent for the first generation
 */
export function deliveryId(createdMs: number, eventId: string, subscriptionId: string, replayId?: string): string {
  const digest = hash("sha256", Buffer.from((eventId + subscriptionId + (replayId ?? NIL)).replaceAll("-", ""), "hex"), "hex");
  const time = createdMs.toString(16).padStart(12, "0");
  const variant = ((Number.parseInt(digest[3] as string, 16) & 3) | 8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`;
}

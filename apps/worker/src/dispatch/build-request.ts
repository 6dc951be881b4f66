import type { KeyObject } from "node:crypto";
import { deliveryHeaders, publicId } from "@hooklane/contracts";
import { idempotencyKey, sign } from "@hooklane/core";
import type { ClaimedDelivery, StoredEvent } from "@hooklane/db";
import type { Lane } from "../subscriptions/subscription-cache.ts";

export interface DeliveryRequest {
  url: string;
  headers: [name: string, value: string][];
  /** A slice of the event's one buffer. */
  body: Uint8Array;
}

/**
 * What a receiver gets: the stored bytes, signed now with every live secret.
 * @param nowMs the database's time: it becomes the timestamp of this attempt
 */
export function buildRequest(
  claim: ClaimedDelivery,
  event: StoredEvent & { body: Buffer },
  lane: Lane,
  secrets: readonly KeyObject[],
  nowMs: number,
  userAgent: string,
): DeliveryRequest {
  const raw = lane.format === "raw";
  const body = raw ? event.body.subarray(event.dataOffset, event.dataOffset + event.dataLength) : event.body;
  const id = publicId("event", claim.eventId);
  const timestampSeconds = Math.floor(nowMs / 1_000);
  return {
    url: lane.url,
    body,
    headers: [
      ["content-type", raw && event.geojson ? "application/geo+json" : "application/json"],
      ["accept-encoding", "identity"],
      ["user-agent", userAgent],
      [deliveryHeaders.id, id],
      [deliveryHeaders.timestamp, String(timestampSeconds)],
      [deliveryHeaders.signature, sign({ id, timestampSeconds, body, secrets })],
      [deliveryHeaders.idempotencyKey, idempotencyKey(id, publicId("subscription", claim.subscriptionId))],
      [deliveryHeaders.sentAt, String(timestampSeconds)],
      [deliveryHeaders.attempt, String(claim.attempt)],
      ...Object.entries(lane.customHeaders ?? {}),
    ],
  };
}

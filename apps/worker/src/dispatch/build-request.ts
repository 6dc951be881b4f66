import type { KeyObject } from "node:crypto";
import { deliveryHeaders, MASK, publicId } from "@hooklane/contracts";
import { idempotencyKey, sign } from "@hooklane/core";
import type { ClaimedDelivery, StoredEvent } from "@hooklane/db";
import type { Target } from "../subscriptions/subscription-cache.ts";

export interface DeliveryRequest {
  url: string;
  headers: [name: string, value: string][];
  /** The same as the log keeps them: the customer's own without their values, which are often credentials. */
  recordedHeaders: [name: string, value: string][];
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
  target: Target,
  secrets: readonly KeyObject[],
  nowMs: number,
  userAgent: string,
): DeliveryRequest {
  const raw = target.format === "raw";
  const body = raw ? event.body.subarray(event.dataOffset, event.dataOffset + event.dataLength) : event.body;
  const id = publicId("event", claim.eventId);
  const timestampSeconds = Math.floor(nowMs / 1_000);
  const ours: DeliveryRequest["headers"] = [
    ["content-type", raw && event.geojson ? "application/geo+json" : "application/json"],
    ["accept-encoding", "identity"],
    ["user-agent", userAgent],
    [deliveryHeaders.id, id],
    [deliveryHeaders.timestamp, String(timestampSeconds)],
    [deliveryHeaders.signature, sign({ id, timestampSeconds, body, secrets })],
    [deliveryHeaders.idempotencyKey, idempotencyKey(id, publicId("subscription", claim.subscriptionId))],
    [deliveryHeaders.sentAt, String(timestampSeconds)],
    [deliveryHeaders.attempt, String(claim.attempt)],
  ];
  const theirs = Object.entries(target.customHeaders ?? {});
  return {
    url: target.url,
    body,
    headers: [...ours, ...theirs],
    recordedHeaders: [...ours, ...theirs.map(([name]): [string, string] => [name, MASK])],
  };
}

import { type CreateSubscription, type DeliveryDetailView, parsePublicId, publicId } from "@hooklane/contracts";
import { idempotencyKey, resolveRetryPolicy } from "../../core.ts";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { shownUrl } from "../subscriptions/subscription-view.ts";
import { wholeUrl } from "../subscriptions/whole-url.ts";
import { deliveryWaits } from "./delivery-waits.ts";
import { readDeliveryRecord } from "./get-delivery.ts";

/** One delivery with all that is kept of its attempts, and the request that each of them made. */
export async function getDeliveryDetail(services: Services, tenantId: string, id: string): Promise<Result<DeliveryDetailView>> {
  const found = await readDeliveryRecord(services, tenantId, id);
  if (!found.ok) return found;
  const { row, attempts, view: delivery } = found.value;
  const subscriptionId = parsePublicId("subscription", delivery.subscription_id) as string;
  const eventId = parsePublicId("event", delivery.event_id) as string;
  const [subscription, event, waits] = await Promise.all([
    services.db.subscription.findFirst({
      where: { id: subscriptionId, tenantId },
      select: { id: true, url: true, querySealed: true, queryKeyNumber: true, state: true, format: true, retryPolicy: true },
    }),
    // Of another tenant where a platform tenant sent it to this one: the delivery is what gives the right to see it
    services.db.event.findUnique({ where: { id: eventId }, select: { body: true, dataOffset: true, dataLength: true } }),
    deliveryWaits(services, row, attempts, delivery.waiting_reason),
  ]);
  if (!subscription) return notFound;
  const { state, format } = subscription;
  const shown = shownUrl(subscription.url);
  const retry = resolveRetryPolicy(services.policy.retry, subscription.retryPolicy as CreateSubscription["retry_policy"]);
  return done({
    ...delivery,
    endpoint: { id: publicId("subscription", subscriptionId), url: shown, state: state as DeliveryDetailView["endpoint"]["state"] },
    waits,
    request: event?.body
      ? { method: "POST", url: wholeUrl(services, subscription) ?? shown, ...sentBody(event as SentEvent, format) }
      : null,
    idempotency_key: idempotencyKey(delivery.event_id, delivery.subscription_id),
    retry: { ...retry, max_attempts: retry.max_attempts ?? null },
  });
}

interface SentEvent {
  body: Uint8Array;
  dataOffset: number;
  dataLength: number;
}

/** The exact bytes that are sent; valid UTF-8, as they were when they were accepted. */
function sentBody({ body, dataOffset, dataLength }: SentEvent, format: string): { body: string; body_bytes: number } {
  const bytes = format === "raw" ? body.subarray(dataOffset, dataOffset + dataLength) : body;
  return { body: Buffer.from(bytes).toString("utf8"), body_bytes: bytes.length };
}

import {
  isOperationalType,
  MAX_PAYLOAD_BYTES,
  publicId,
  type SendTest,
  type SentTest,
  SIGNATURE_TEST_TYPE,
  TEST_EVENT_TYPE,
} from "@hooklane/contracts";
import { audit, buildBody, insertTestSend, TenantSubscriptions, uuidV7 } from "@hooklane/db";
import { owedDelivery } from "../../core.ts";
import { done, notFound, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";

const greeting = { message: "This is a test event." };
const warning = { message: "This test event is signed wrongly on purpose: refuse it." };

/**
 * Sends a test event to one subscription, whatever types it asks for. It takes the way of every delivery: same body, signature, policies and log, marked as a test.
 * A disabled subscription gets it too; for a paused one it waits. One that is to be signed wrongly is told apart by its type, and is attempted once.
 */
export async function sendTest(
  services: Services,
  acting: Acting,
  subscriptionId: string,
  { type: askedType, signature, payload = signature === "wrong" ? warning : greeting }: SendTest,
): Promise<Result<SentTest>> {
  const refusal = refuseWithout("tests:send", acting);
  if (refusal) return refusal;
  const isWrong = signature === "wrong";
  if (isWrong && askedType !== TEST_EVENT_TYPE) {
    return refuse("unprocessable", `What is signed wrongly is of type ${SIGNATURE_TEST_TYPE}: leave the type out.`, "type");
  }
  const type = isWrong ? SIGNATURE_TEST_TYPE : askedType;
  if (!isWrong && isOperationalType(type) && type !== TEST_EVENT_TYPE) {
    return refuse("unprocessable", `Types that begin with hooklane. are the platform's own; a test may be ${TEST_EVENT_TYPE}.`, "type");
  }
  const bytes = Buffer.from(JSON.stringify(payload));
  if (bytes.length > MAX_PAYLOAD_BYTES) {
    return refuse("payload_too_large", `The payload has ${bytes.length} bytes; it may have at most ${MAX_PAYLOAD_BYTES}.`, "payload");
  }
  const { tenantId, actor, requestId } = acting;
  const acceptedMs = services.now();
  const eventId = uuidV7(acceptedMs);
  const body = buildBody(publicId("event", eventId), type, acceptedMs, bytes, { start: 0, end: bytes.length });
  const sent = await services.db.$transaction(async (tx) => {
    const subscription = await new TenantSubscriptions(tx, tenantId).find(subscriptionId);
    if (!subscription) return notFound;
    const { window_ms } = subscription.retryPolicy as { window_ms?: number };
    const mode = isWrong ? "at_most_once" : (subscription.mode as "at_least_once" | "at_most_once");
    const { deadlineMs } = owedDelivery(
      { state: "active", ordered: false, mode, windowMs: window_ms },
      acceptedMs,
      services.accept.windowMs,
    );
    const deliveryId = await insertTestSend(tx, { eventId, tenantId, type, ...body, acceptedMs, deadlineMs, mode, subscription });
    await audit(tx, acceptedMs, {
      tenantId,
      actor,
      action: "subscription.test",
      targetKind: "subscription",
      targetId: subscriptionId,
      after: { type, delivery_id: publicId("delivery", deliveryId) },
      correlationId: requestId,
    });
    return done({ deliveryId, shard: subscription.shard });
  });
  if (!sent.ok) return sent;
  services.announce([sent.value.shard]);
  return done({ delivery_id: publicId("delivery", sent.value.deliveryId), event_id: publicId("event", eventId) });
}

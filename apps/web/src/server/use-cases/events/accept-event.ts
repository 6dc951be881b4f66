import { createHash } from "node:crypto";
import { publicId } from "@hooklane/contracts";
import { type NewDelivery, uuidV7 } from "@hooklane/db";
import { buildBody } from "../../accept/build-body.ts";
import type { MicroBatcher } from "../../accept/micro-batcher.ts";
import { type PostedEvent, readEvent } from "../../accept/read-event.ts";
import type { Matches, SubscriptionIndex } from "../../accept/subscription-index.ts";
import type { AcceptOutcome, PendingEvent } from "../../accept/write-events.ts";
import { owedDelivery } from "../../core.ts";
import { done, type Result, refuse, unavailable } from "../../result.ts";

/** An event that matches more subscriptions gets its deliveries from a job; only the event and the job are written before the answer. */
export const MAX_EAGER_DELIVERIES = 1_000;
/** What one waiting event holds beside its body, roughly. */
const HELD_BYTES = 1_024;
const HELD_BYTES_PER_DELIVERY = 256;

export interface AcceptServices {
  index: SubscriptionIndex;
  batcher: MicroBatcher<PendingEvent>;
  now: () => number;
  /** The policy's retry window in ms. */
  windowMs: number;
  /** False while times and subscriptions of this process cannot be relied upon. */
  canAccept: () => boolean;
}

export interface AcceptedEvent {
  eventId: string;
  /** How many deliveries were written; null while they are being fanned out. */
  deliveries: number | null;
  /** An earlier request with the same idempotency key accepted it. */
  replayed: boolean;
}

/**
 * Accepts one event: judges the request's bytes, matches, and answers after the commit of the event and its deliveries.
 * @param bytes the request's body; not kept beyond the call
 */
export async function acceptEvent(
  services: AcceptServices,
  input: { tenantId: string; bytes: Buffer; headerKey: string | undefined },
): Promise<Result<AcceptedEvent>> {
  if (!services.canAccept()) return unavailable("The service is starting or has lost its database; nothing was accepted.");
  const posted = readEvent(input.bytes, input.headerKey);
  if (!posted.ok) return posted;
  const matches = services.index.match(input.tenantId, posted.value.type);
  const outcome = await new Promise<AcceptOutcome | undefined>((settle) => {
    const pending = prepare(services, input.tenantId, input.bytes, posted.value, matches, settle);
    if (!services.batcher.add(pending)) settle(undefined);
  });
  return outcome ? answer(outcome) : unavailable("Too many events are waiting to be written; nothing was accepted.");
}

function prepare(
  { now, windowMs }: AcceptServices,
  tenantId: string,
  bytes: Buffer,
  { type, payload, idempotencyKey }: PostedEvent,
  { touchesOrdered, list }: Matches,
  settle: (outcome: AcceptOutcome) => void,
): PendingEvent {
  const acceptedMs = now();
  const id = uuidV7(acceptedMs);
  const body = buildBody(publicId("event", id), type, acceptedMs, bytes, payload);
  // An ordered lane takes its sequences in accept, so an event that touches one is never written later
  const isLazy = list.length > MAX_EAGER_DELIVERIES && !touchesOrdered;
  const deliveries: NewDelivery[] = [];
  for (const subscription of isLazy ? [] : list) {
    const owed = owedDelivery(subscription, acceptedMs, windowMs);
    deliveries.push({ ...owed, subscriptionId: subscription.id, shard: subscription.shard });
  }
  const idempotency = idempotencyKey === undefined ? undefined : { key: idempotencyKey, fingerprint: fingerprint(type, bytes, payload) };
  return {
    kind: touchesOrdered ? "ordered" : isLazy ? "lazy" : "plain",
    rows: deliveries.length,
    bytes: body.body.length + HELD_BYTES + list.length * HELD_BYTES_PER_DELIVERY,
    event: { id, tenantId, type, ...body, acceptedMs, idempotency, fanOut: isLazy ? "lazy" : "done", deliveries },
    owedLater: isLazy ? list.map(({ id: subscriptionId }) => subscriptionId) : [],
    settle,
  };
}

/** By which a repeated request is told from another event under the same key: type and exact payload bytes. */
const fingerprint = (type: string, bytes: Buffer, { start, end }: { start: number; end: number }): Buffer =>
  createHash("sha256").update(`${type}\n`).update(bytes.subarray(start, end)).digest();

function answer(outcome: AcceptOutcome): Result<AcceptedEvent> {
  switch (outcome.kind) {
    case "accepted":
      return done({ eventId: publicId("event", outcome.eventId), deliveries: outcome.deliveries, replayed: outcome.replayed });
    case "key_reused":
      return refuse("idempotency_key_reused", "This idempotency key was used for an event of another type or payload.", "idempotency_key");
    case "unavailable":
      return unavailable(
        outcome.sent
          ? "The database did not confirm the event. Send it again, with an idempotency key if it must not be taken twice."
          : "The database cannot be reached; nothing was accepted.",
      );
    case "failed":
      return refuse("internal", "The event could not be stored; nothing was accepted.");
  }
}

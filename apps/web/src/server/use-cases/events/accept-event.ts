import { publicId } from "@hooklane/contracts";
import { buildBody, type NewDelivery, type NewEvent, uuidV7 } from "@hooklane/db";
import type { MicroBatcher } from "../../accept/micro-batcher.ts";
import type { IndexedSubscription, SubscriptionIndex } from "../../accept/subscription-index.ts";
import type { AcceptOutcome, PendingEvent } from "../../accept/write-events.ts";
import { judgeCall, owedDelivery, type ShedConfig } from "../../core.ts";
import { done, type Refusal, type Result, refuse, unavailable } from "../../result.ts";
import { type EventSender, type JudgedEvent, type JudgeServices, judgeEvent } from "./judge-event.ts";

/** An event that matches more subscriptions gets its deliveries from a job; only the event and the job are written before the answer. */
export const MAX_EAGER_DELIVERIES = 1_000;
/** What one waiting event holds beside its body, roughly. */
const HELD_BYTES = 1_024;
const HELD_BYTES_PER_DELIVERY = 256;
const SECOND_MS = 1_000;

export interface AcceptServices extends JudgeServices {
  index: SubscriptionIndex;
  batcher: MicroBatcher<PendingEvent>;
  now: () => number;
  /** The policy's retry window in ms. */
  windowMs: number;
  shed: ShedConfig;
  /** What was answered under an idempotency key, if the same event was sent with it. */
  recall: (event: NewEvent) => Promise<AcceptOutcome | undefined>;
  /** False while times and subscriptions of this process cannot be relied upon. */
  canAccept: () => boolean;
}

export interface AcceptedEvent {
  eventId: string;
  /** How many deliveries were written; null while they are being fanned out. */
  deliveries: number | null;
  /** Subscriptions whose delivery was recorded dead because too much waits for them. */
  shed: string[];
  /** An earlier request with the same idempotency key accepted it. */
  replayed: boolean;
}

/** An event with its deliveries, ready to be written. */
export interface PlannedEvent {
  event: NewEvent;
  kind: PendingEvent["kind"];
  /** How many it holds back: subscriptions that are shedding, of all that take it. */
  takers: number;
  shedding: number;
}

/**
 * Accepts one event: judges the request's bytes, matches, and answers after the commit of the event and its deliveries.
 * @param bytes the request's body; not kept beyond the call
 */
export async function acceptEvent(
  services: AcceptServices,
  sender: EventSender,
  input: { bytes: Buffer; headerKey: string | undefined },
): Promise<Result<AcceptedEvent>> {
  if (!services.canAccept()) return notReady;
  const judged = await judgeEvent(services, sender, input.bytes, input.headerKey);
  return judged.ok ? acceptJudged(services, judged.value) : judged;
}

export const notReady = unavailable("The service is starting or has lost its database; nothing was accepted.");

/** Plans an event and writes it. Events that are handed over one after the other are written in that order where order counts. */
export async function acceptJudged(services: AcceptServices, judged: JudgedEvent): Promise<Result<AcceptedEvent>> {
  const planned = planEvent(services, judged);
  const { event, kind } = planned;
  const verdict = judgeCall(planned.takers, planned.shedding, services.shed);
  if (!verdict.ok) {
    // What was accepted before is answered as it was: a repeated request asks for nothing new
    const earlier = event.idempotency && !judged.hasDerivedKey ? await services.recall(event) : undefined;
    return earlier ? answer(earlier) : backlogShed(verdict.retryAfterMs);
  }
  const { deliveries, body } = event;
  const outcome = await new Promise<AcceptOutcome | undefined>((settle) => {
    const bytes = body.length + HELD_BYTES + deliveries.length * HELD_BYTES_PER_DELIVERY;
    const pending = { kind, rows: deliveries.length, bytes, event, hasDerivedKey: judged.hasDerivedKey, settle };
    if (!services.batcher.add(pending)) settle(undefined);
  });
  return outcome ? answer(outcome) : unavailable("Too many events are waiting to be written; nothing was accepted.");
}

/** Gives an event its id and body, and the deliveries it owes. */
export function planEvent(services: Pick<AcceptServices, "index" | "now" | "windowMs">, judged: JudgedEvent): PlannedEvent {
  const { tenantId, type, source, payload, recipients, value } = judged;
  const acceptedMs = services.now();
  const id = uuidV7(acceptedMs);
  const matches = services.index.match(recipients, type);
  const isLazy = matches.count > MAX_EAGER_DELIVERIES;
  // An ordered lane takes its sequences in accept, so its delivery is never written later
  const takers = isLazy ? matches.orderedTakers(value) : matches.takers(value);
  const deliveries = takers.map((subscription) => deliveryTo(subscription, acceptedMs, services.windowMs));
  const shedding = deliveries.filter(({ reason }) => reason === "backlog_shed").length;
  const event: NewEvent = {
    id,
    tenantId,
    type,
    ...buildBody(publicId("event", id), type, acceptedMs, source, payload),
    acceptedMs,
    idempotency: judged.idempotency,
    fanOut: isLazy ? { tenantIds: recipients === "all" ? null : recipients, total: matches.count } : "done",
    broadcast: judged.isBroadcast,
    geojson: judged.geojson,
    announceCompleted: judged.announceCompleted,
    deliveries,
  };
  return {
    event,
    kind: takers.some(({ ordered }) => ordered) ? "ordered" : isLazy ? "lazy" : "plain",
    takers: isLazy ? matches.count : takers.length,
    shedding,
  };
}

function deliveryTo(subscription: IndexedSubscription, acceptedMs: number, windowMs: number): NewDelivery {
  const { id, shard, state } = subscription;
  return { ...owedDelivery(subscription, acceptedMs, windowMs), subscriptionId: id, shard, isHeld: state === "paused" };
}

const backlogShed = (retryAfterMs: number): Refusal => ({
  ...refuse("subscription_backlog_shed", "Too much waits for every subscription that takes this event; nothing was accepted."),
  retryAfterSeconds: Math.ceil(retryAfterMs / SECOND_MS),
});

function answer(outcome: AcceptOutcome): Result<AcceptedEvent> {
  switch (outcome.kind) {
    case "accepted":
      return done({
        eventId: publicId("event", outcome.eventId),
        deliveries: outcome.deliveries,
        shed: outcome.shed.map((id) => publicId("subscription", id)),
        replayed: outcome.replayed,
      });
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

import { type AttemptView, type DeliveryView, publicId } from "@hooklane/contracts";
import type { AttemptRecord, DeliveryRecord, LaneLive } from "@hooklane/db";
import { type Waiting, type WaitingReason, waitingOf } from "../../core.ts";
import { refusalOf } from "../subscriptions/lane-insight.ts";
import { attemptView } from "./attempt-view.ts";

export interface DeliveryViewContext {
  nowMs: number;
  /** A subscription that is not active: nothing is sent for it. */
  subscriptionState: string | undefined;
  /** What the lane's owner saw last; absent when nobody has looked. */
  live?: LaneLive | null | undefined;
  /** See attemptView. */
  maxBodyBytes: number;
}

/** Deliveries as the API shows them, each with its attempts. */
export function deliveryViews(
  rows: readonly DeliveryRecord[],
  attempts: readonly AttemptRecord[],
  context: DeliveryViewContext,
): DeliveryView[] {
  const byDelivery = new Map<string, AttemptView[]>();
  for (const attempt of attempts) {
    const views = byDelivery.get(attempt.deliveryId);
    const view = attemptView(attempt, context.maxBodyBytes);
    if (views) views.push(view);
    else byDelivery.set(attempt.deliveryId, [view]);
  }
  return rows.map((row) => deliveryView(row, byDelivery.get(row.id) ?? [], context));
}

function deliveryView(row: DeliveryRecord, attempts: AttemptView[], context: DeliveryViewContext): DeliveryView {
  const isPending = row.state === "pending";
  const waiting = isPending ? waitingFor(row, context) : null;
  return {
    id: publicId("delivery", row.id),
    event_id: publicId("event", row.eventId),
    subscription_id: publicId("subscription", row.subscriptionId),
    event_type: row.eventType,
    state: row.state,
    test: row.test,
    generation: row.generation + 1, // counted from 1: the first delivery is the first generation
    replay_of: row.replayOf && publicId("delivery", row.replayOf),
    replayed_by: row.replayedBy && publicId("delivery", row.replayedBy),
    attempt_count: row.attempt,
    attempts,
    last_status: row.lastStatus,
    last_error: row.lastError,
    waiting_reason: waiting?.reason ?? null,
    waiting_until: waiting?.until == null ? null : new Date(waiting.until).toISOString(),
    next_attempt_at: isPending ? row.nextAttemptAt.toISOString() : null,
    deadline_at: row.deadlineAt.toISOString(),
    accepted_at: row.acceptedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    dead_reason: row.state === "dead" ? row.reason : null,
    payload_erased_at: row.payloadErasedAt?.toISOString() ?? null,
  };
}

/** Why a pending delivery waits: what stops its subscription, else its own schedule, else what refused its lane last. */
function waitingFor(row: DeliveryRecord, { nowMs, subscriptionState, live }: DeliveryViewContext): Waiting {
  if (subscriptionState === "paused" || subscriptionState === "disabled")
    return waitingOf(
      pending(row),
      { reason: `subscription_${subscriptionState}`, until: null, endedBy: endedBy[subscriptionState] },
      nowMs,
    );
  return waitingOf(pending(row), refusalOf(live, row.class, nowMs), nowMs);
}

const endedBy = { paused: "subscription_resumed", disabled: "subscription_enabled" } as const;

const pending = ({ reason, nextAttemptAt }: DeliveryRecord) => ({
  reason: reason as WaitingReason | null,
  nextAttemptAt: nextAttemptAt.getTime(),
});

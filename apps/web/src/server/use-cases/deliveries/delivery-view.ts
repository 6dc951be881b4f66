import { type AttemptView, type DeliveryView, publicId } from "@hooklane/contracts";
import type { AttemptRecord, DeliveryRecord } from "@hooklane/db";
import { attemptView } from "./attempt-view.ts";

export interface DeliveryViewContext {
  nowMs: number;
  /** The subscription is paused: nothing is sent for it. */
  isPaused: boolean;
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
    waiting_reason: isPending ? waitingReason(row, context) : null,
    next_attempt_at: isPending ? row.nextAttemptAt.toISOString() : null,
    deadline_at: row.deadlineAt.toISOString(),
    accepted_at: row.acceptedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    dead_reason: row.state === "dead" ? row.reason : null,
  };
}

/** Why a pending delivery waits: what the worker recorded, else what its times say. */
function waitingReason(row: DeliveryRecord, { nowMs, isPaused }: DeliveryViewContext): string {
  if (isPaused) return "subscription_paused";
  if (row.reason !== null) return row.reason;
  return row.nextAttemptAt.getTime() > nowMs ? "retry_scheduled" : "due_now";
}

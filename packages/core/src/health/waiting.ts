import type { EndingEvent, Refused } from "../policy/verdict.ts";
import type { WaitingReason } from "../reasons/waiting-reason.ts";
import { type EpochMs, secondMs } from "../time/durations.ts";

/**
 * What a delivery waits for, in kind:
 * - `nothing`: it goes out with the next claim
 * - `schedule`: its own back-off
 * - `owner`: the subscription's people stopped it, and they start it again
 * - `endpoint`: the endpoint, or its host, asked for a pause or has been failing
 * - `limit`: a limit that keeps an endpoint from more than it can take
 * - `plan`: what the tenant's plan allows
 * - `platform`: this product has no place free
 */
export type WaitKind = "nothing" | "schedule" | "owner" | "endpoint" | "limit" | "plan" | "platform";

const kinds: { readonly [reason in WaitingReason]: WaitKind } = {
  due_now: "nothing",
  retry_scheduled: "schedule",
  replay_paused: "owner",
  subscription_paused: "owner",
  subscription_disabled: "owner",
  subscription_deleted: "owner",
  retry_after: "endpoint",
  circuit_open: "endpoint",
  probe_in_flight: "endpoint",
  host_circuit_open: "endpoint",
  host_probe_in_flight: "endpoint",
  retry_budget: "endpoint",
  ramp: "limit",
  rate_limited: "limit",
  catch_up: "limit",
  lane_full: "limit",
  ordered_head: "limit",
  host_full: "limit",
  host_bytes: "limit",
  tenant_full: "plan",
  tenant_rate_limited: "plan",
  pool_full: "platform",
  sick_pool: "platform",
};

/** Everything that the sentence about a waiting delivery says; its words belong to whoever shows it. */
export interface Waiting {
  readonly reason: WaitingReason;
  readonly kind: WaitKind;
  /** When the wait ends; null when no clock knows. */
  readonly until: EpochMs | null;
  /** The same from now on, in whole seconds, at least 0. */
  readonly waitSeconds: number | null;
  /** What ends it when no clock does. */
  readonly endedBy: EndingEvent | null;
}

/** A pending delivery as the ledger has it. */
export interface PendingRow {
  /** Why it was scheduled for then; null: it never was. */
  readonly reason: WaitingReason | null;
  readonly nextAttemptAt: EpochMs;
}

/**
 * Why a pending delivery waits. Before its time its own schedule is the reason; from then on whatever refuses its lane and
 * class now, and nothing when nothing does. What stopped the whole subscription comes first: no schedule outruns it.
 *
 * @param refused the lane's latest refusal for the row's class; null when it was granted what it asked
 */
export function waitingOf(row: PendingRow, refused: Pick<Refused, "reason" | "until" | "endedBy"> | null, now: EpochMs): Waiting {
  if (refused && kinds[refused.reason] === "owner") return waiting(refused.reason, refused.until, refused.endedBy, now);
  if (row.reason === "replay_paused") return waiting(row.reason, null, null, now);
  if (row.nextAttemptAt > now) return waiting(scheduledReason(row), row.nextAttemptAt, null, now);
  // A refusal that has run out says nothing any more.
  if (refused && (refused.until === null || refused.until > now)) return waiting(refused.reason, refused.until, refused.endedBy, now);
  return waiting("due_now", null, null, now);
}

/** Does the wait count as lag? Not while the delivery's schedule, its owner or its endpoint holds it back: sending it is not ours to do yet. */
export function isAdmissible(reason: WaitingReason): boolean {
  const kind = kinds[reason];
  return kind !== "schedule" && kind !== "owner" && kind !== "endpoint";
}

/** The reason stored with the schedule (a bulk replay of a chosen rate spaces its deliveries as backlog); anything else there is of an earlier refusal. */
function scheduledReason({ reason }: PendingRow): WaitingReason {
  return reason === "retry_after" || reason === "catch_up" ? reason : "retry_scheduled";
}

function waiting(reason: WaitingReason, until: EpochMs | null, endedBy: EndingEvent | null, now: EpochMs): Waiting {
  const waitSeconds = until === null ? null : Math.max(0, Math.ceil((until - now) / secondMs));
  return { reason, kind: kinds[reason], until, waitSeconds, endedBy };
}

import type { Classification } from "../classify/classification.ts";
import type { DeliveryClass } from "../policy/delivery-class.ts";
import type { Random } from "../random/random.ts";
import type { DeadReason, DisableReason } from "../reasons/dead-reason.ts";
import type { WaitingReason } from "../reasons/waiting-reason.ts";
import { isExpired } from "../retry/deadline.ts";
import { type RetryPolicy, type RetryPolicyOverride, resolveRetryPolicy } from "../retry/retry-policy.ts";
import { scheduleRetry } from "../retry/schedule-retry.ts";
import type { EpochMs } from "../time/durations.ts";

export type DeliveryMode = "at_least_once" | "at_most_once";

/** A status that a subscription wants tried again, up to a number of attempts of one delivery. */
export interface RetryableStatus {
  readonly status: number;
  readonly max_attempts: number;
}

export interface SettleInput {
  readonly classification: Classification;
  /** The number of the attempt that ended, from 1. */
  readonly attempt: number;
  /** How many of these attempts ended as `lease_lost`: they count as attempts but not for the back-off. Default 0. */
  readonly lostAttempts?: number;
  readonly class: DeliveryClass;
  readonly mode: DeliveryMode;
  readonly deadlineAt: EpochMs;
  readonly prevDelayMs: number | null;
  readonly retryPolicy?: RetryPolicyOverride | null;
  readonly retryableStatuses?: readonly RetryableStatus[] | null;
  /** The end of the attempt. */
  readonly now: EpochMs;
}

export type Settlement =
  | { readonly state: "delivered" }
  | {
      readonly state: "pending";
      readonly class: DeliveryClass;
      readonly nextAttemptAt: EpochMs;
      readonly delayMs: number;
      /** What to keep as the delivery's previous delay. */
      readonly prevDelayMs: number | null;
      readonly reason: Extract<WaitingReason, "retry_scheduled" | "retry_after" | "due_now">;
    }
  | {
      readonly state: "dead";
      readonly reason: DeadReason;
      /** What the answer means for the whole subscription. */
      readonly subscriptionEffect?: { readonly disable: DisableReason };
    };

/** Decides what a delivery becomes after one attempt. */
export function settle(input: SettleInput, config: { readonly retry: RetryPolicy }, random: Random): Settlement {
  const { classification, attempt } = input;
  if (classification.success) return { state: "delivered" };
  // Gone is gone: neither a list of retryable statuses nor a mode changes it.
  if (classification.status === 410) return { state: "dead", reason: "gone", subscriptionEffect: { disable: "gone" } };

  const listed = input.retryableStatuses?.find(({ status }) => status === classification.status);
  if (!classification.retryable && !listed) return dead(terminalReason(classification));
  if (input.mode === "at_most_once") return dead(singleAttemptReason(classification));
  if (classification.outcome === "aborted") return sendAgainAtOnce(input);

  const policy = resolveRetryPolicy(config.retry, input.retryPolicy);
  const maxAttempts = Math.min(policy.max_attempts ?? Number.POSITIVE_INFINITY, listed?.max_attempts ?? Number.POSITIVE_INFINITY);
  if (attempt >= maxAttempts) return dead("max_attempts");

  const failures = Math.max(1, attempt - (input.lostAttempts ?? 0));
  const { deadlineAt, now, prevDelayMs } = input;
  const schedule = scheduleRetry({ policy, failures, prevDelayMs, retryAfterMs: classification.retryAfterMs, deadlineAt, now }, random);
  if (schedule.kind === "expired") return dead("expired");
  const { nextAttemptAt, delayMs, reason } = schedule;
  return { state: "pending", class: retryClass(input.class), nextAttemptAt, delayMs, prevDelayMs: schedule.backoffMs, reason };
}

function dead(reason: DeadReason): Settlement {
  return { state: "dead", reason };
}

function terminalReason({ outcome }: Classification): DeadReason {
  if (outcome === "blocked") return "blocked_destination";
  return outcome === "unsendable" ? "unsendable_request" : "terminal_status";
}

/** At most once: an answer, or the certainty that nothing arrived, uses up the one attempt; otherwise nobody can tell. */
function singleAttemptReason({ outcome, status, mayHaveArrived }: Classification): DeadReason {
  if (outcome === "rejected") return "terminal_status";
  return status === null && mayHaveArrived ? "outcome_unknown" : "max_attempts";
}

/** We ended the request ourselves, so the delivery is charged nothing: same class, no back-off. */
function sendAgainAtOnce(input: SettleInput): Settlement {
  const { deadlineAt, now, prevDelayMs } = input;
  if (isExpired(deadlineAt, now)) return dead("expired");
  return { state: "pending", class: input.class, nextAttemptAt: now, delayMs: 0, prevDelayMs, reason: "due_now" };
}

function retryClass(current: DeliveryClass): DeliveryClass {
  return current === "ordered" ? "ordered" : "retry";
}

import type { Random } from "../random/random.ts";
import { maxRetryAfterMs } from "../retry-after/parse-retry-after.ts";
import type { EpochMs } from "../time/durations.ts";
import { backoffMs } from "./backoff.ts";
import { isExpired, lastAttemptMarginMs } from "./deadline.ts";
import type { RetryPolicy } from "./retry-policy.ts";

export interface RetryInput {
  readonly policy: RetryPolicy;
  /** Attempts that failed so far, from 1. */
  readonly failures: number;
  readonly prevDelayMs: number | null;
  readonly retryAfterMs: number | null;
  readonly deadlineAt: EpochMs;
  readonly now: EpochMs;
}

export type RetrySchedule =
  | {
      readonly kind: "scheduled";
      readonly nextAttemptAt: EpochMs;
      /** The whole wait. */
      readonly delayMs: number;
      /** The delivery's own draw, to be handed in as `prevDelayMs` next time. */
      readonly backoffMs: number;
      readonly reason: "retry_scheduled" | "retry_after";
    }
  | { readonly kind: "expired" };

/**
 * When to try again: max(own back-off, asked), where what the endpoint asked is cut to six hours and to the last moment
 * before the deadline. A back-off that itself passes the deadline ends the delivery at once: no attempt would follow.
 */
export function scheduleRetry(input: RetryInput, random: Random): RetrySchedule {
  const { deadlineAt, now, retryAfterMs } = input;
  const ownMs = backoffMs(input.policy, input.failures, input.prevDelayMs, random);
  const latestMs = Math.max(0, deadlineAt - lastAttemptMarginMs - now);
  const askedMs = Math.min(retryAfterMs ?? 0, maxRetryAfterMs, latestMs);
  const delayMs = Math.max(ownMs, askedMs);
  const nextAttemptAt = now + delayMs;
  if (isExpired(deadlineAt, nextAttemptAt)) return { kind: "expired" };
  return { kind: "scheduled", nextAttemptAt, delayMs, backoffMs: ownMs, reason: askedMs > ownMs ? "retry_after" : "retry_scheduled" };
}

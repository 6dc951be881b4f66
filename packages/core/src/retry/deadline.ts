import { type EpochMs, secondMs } from "../time/durations.ts";
import { maxWindowMs, type RetryPolicy } from "./retry-policy.ts";

/**
 * A wait that an endpoint asked for is cut so that the last attempt is due this long before the deadline: an attempt
 * due exactly at the deadline would be found expired by the claim that comes a moment later.
 */
export const lastAttemptMarginMs = 2 * secondMs;

/** The moment after which a delivery is not attempted any more, counted from its creation (accept, or the replay). */
export function deadlineOf(createdAt: EpochMs, policy: RetryPolicy): EpochMs {
  return createdAt + Math.min(policy.window_ms, maxWindowMs);
}

/** Judged on the claimed row: is it too late for another attempt? */
export function isExpired(deadlineAt: EpochMs, now: EpochMs): boolean {
  return now > deadlineAt;
}

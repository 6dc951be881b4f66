import { hourMs } from "../time/durations.ts";

/**
 * - `full`: uniform(0, w)
 * - `equal`: w/2 + uniform(0, w/2)
 * - `decorrelated`: min(cap, uniform(base, 3 · previous))
 *
 * with w = min(cap, base · factorⁿ). Source: M. Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015.
 */
export const jitters = ["full", "equal", "decorrelated"] as const;
export type Jitter = (typeof jitters)[number];

/** No retry window is longer, whatever is stored: pending rows must stay in the newest partitions of the ledger. */
export const maxWindowMs = 72 * hourMs;

/** When a failed delivery is tried again. Names as in the policy configuration and the public API. */
export interface RetryPolicy {
  readonly base_ms: number;
  readonly factor: number;
  readonly cap_ms: number;
  /** From a delivery's creation to its deadline. */
  readonly window_ms: number;
  readonly jitter: Jitter;
  /** Attempts in all; absent or null: only the window ends them. */
  readonly max_attempts?: number | null;
}

/** What a subscription sets for itself; the rest comes from the configuration. */
export type RetryPolicyOverride = { readonly [key in keyof RetryPolicy]?: RetryPolicy[key] | null | undefined };

/** A subscription's retry policy: its own settings over the configured ones, the window at most 72 hours. */
export function resolveRetryPolicy(configured: RetryPolicy, override: RetryPolicyOverride | null | undefined): RetryPolicy {
  return {
    base_ms: override?.base_ms ?? configured.base_ms,
    factor: override?.factor ?? configured.factor,
    cap_ms: override?.cap_ms ?? configured.cap_ms,
    window_ms: Math.min(override?.window_ms ?? configured.window_ms, maxWindowMs),
    jitter: override?.jitter ?? configured.jitter,
    max_attempts: override?.max_attempts ?? configured.max_attempts ?? null,
  };
}

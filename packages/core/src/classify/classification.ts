import type { Cause } from "./cause.ts";

/**
 * - `delivered`: 2xx, whatever happened to the body afterwards
 * - `rejected`: the endpoint answered that it will not have this request, now or later
 * - `throttled`: the endpoint asked for less
 * - `failed`: anything that another attempt may mend
 * - `blocked`: the address must not be contacted, and was not
 * - `unsendable`: no request could be built
 * - `aborted`: we ended the request ourselves
 * - `lease_lost`: the worker that made the attempt went away; nobody knows what became of it
 */
export type AttemptOutcome = "delivered" | "rejected" | "throttled" | "failed" | "blocked" | "unsendable" | "aborted" | "lease_lost";

/** Who can mend it: the endpoint's owner, whoever runs the way there, or the operator of this product. */
export type Owner = "customer" | "network" | "us";

/** What one attempt means. Every policy reads this, none reads the raw result. */
export interface Classification {
  readonly outcome: Exclude<AttemptOutcome, "lease_lost">;
  readonly cause: Cause;
  /** The status line's number, or null when none (or none that HTTP allows) was read. */
  readonly status: number | null;
  readonly success: boolean;
  /** May another attempt end differently, before a subscription's own rules are asked? */
  readonly retryable: boolean;
  /** A failure in the circuit breaker's sense. False also for answers such as 404 or 429, and for our own faults. */
  readonly countsForBreaker: boolean;
  /** Null after a success. */
  readonly owner: Owner | null;
  /** The endpoint may have acted on the request, though perhaps no answer was read. */
  readonly mayHaveArrived: boolean;
  /** How long the endpoint asked to be left alone, in milliseconds, at most six hours; null when it did not ask. */
  readonly retryAfterMs: number | null;
}

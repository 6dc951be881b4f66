import { secondMs } from "../time/durations.ts";

/** A delivery is sent at once when it is claimed. What keeps it longer than this (the database is away, the process was stopped) may last, so it is claimed anew. */
const longestStartMs = 10 * secondMs;

/** Kept free at the end of a lease, for what came of the request to be written. */
const writingMs = 500;

/** What one lease allows, in ms from its claim. */
export interface LeaseTimes {
  /** After this nothing is sent under it any more, so that no request outlives its lease. Above 0. */
  readonly sendWithinMs: number;
  /** After this nothing sent under it is in flight any more, whatever became of its worker. Shorter than the lease. */
  readonly overAfterMs: number;
}

/**
 * How long a claim may be acted upon. `lease_ms` itself is longer: it is also how long a result may take to be written.
 * @param config `lease_ms` above `deadline.total_ms` + 1,000, as the policy's parser makes sure
 */
export function leaseTimes(config: { readonly lease_ms: number; readonly deadline: { readonly total_ms: number } }): LeaseTimes {
  const { total_ms: totalMs } = config.deadline;
  const sendWithinMs = Math.min(longestStartMs, config.lease_ms - totalMs - writingMs);
  return { sendWithinMs, overAfterMs: sendWithinMs + totalMs };
}

import { type EpochMs, secondMs } from "../time/durations.ts";

/** A bulk replay that has a rate of its own makes deliveries for no more than this many seconds ahead: its batch, and what one crash or one change of the rate is off by. */
export const replayBatchS = 5;

/** How many deliveries a bulk replay may make now, and when they become due: evenly spaced, at its rate. */
export interface ReplaySpacing {
  /** May be 0. */
  readonly n: number;
  /** When the first of them is due. */
  readonly firstDueMs: EpochMs;
  /** Between one and the next, in ms. */
  readonly everyMs: number;
}

/**
 * What a bulk replay of a chosen rate may make now. Over any time its deliveries become due no faster than `perS`, and it has made at most
 * {@link replayBatchS} seconds' worth more than became due. Time in which it made nothing is lost, not saved up.
 *
 * @param perS deliveries per second, above 0
 * @param nextDueMs when the next one is due at the earliest: the last one's time and one space more; null when none was made
 */
export function replaySpacing(perS: number, nextDueMs: EpochMs | null, now: EpochMs): ReplaySpacing {
  const everyMs = secondMs / perS;
  const firstDueMs = Math.max(nextDueMs ?? now, now);
  return { n: Math.max(0, Math.ceil((now + replayBatchS * secondMs - firstDueMs) / everyMs)), firstDueMs, everyMs };
}

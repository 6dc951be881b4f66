import { type EpochMs, secondMs } from "../time/durations.ts";
import { bucketsPerWindow, timeWindow, type WindowState } from "../windows/time-window.ts";

/**
 * What a lane was sent lately and what came of it. One window that its breaker and its size both read: they look back over
 * the same span, and memory per lane is what limits how many a worker can own.
 */
export interface LaneTraffic {
  /** Arrived, succeeded, failed. */
  readonly counts: WindowState;
  /** Answered, but neither a success nor a failure: other 4xx and 429. Most lanes have none. */
  readonly refused: WindowState;
}

export type TrafficEnd = "succeeded" | "refused" | "failed";

/** Ended attempts within the span. */
export interface LaneResults {
  readonly succeeded: number;
  readonly refused: number;
  readonly failed: number;
}

export interface LaneTrafficWindow {
  readonly empty: LaneTraffic;
  /** `n` deliveries arrived for the lane: accepted, neither replayed nor retried. */
  arrived(traffic: LaneTraffic, n: number, now: EpochMs): LaneTraffic;
  /** An attempt ended. */
  ended(traffic: LaneTraffic, end: TrafficEnd, now: EpochMs): LaneTraffic;
  results(traffic: LaneTraffic, now: EpochMs): LaneResults;
  /**
   * Arrivals per second.
   *
   * @param since when the lane's first delivery arrived: its first seconds are not averaged over the whole span; null: now
   */
  arrivalPerS(traffic: LaneTraffic, since: EpochMs | null, now: EpochMs): number;
  /** Arrivals ÷ the whole span, however short the lane is known: a burst counts for what it is, spread over the span. */
  offeredPerS(traffic: LaneTraffic, now: EpochMs): number;
  /** Successes ÷ the whole span, of whatever class: what goes through the lane. */
  deliveredPerS(traffic: LaneTraffic, now: EpochMs): number;
  /** Arrivals alone: how earlier attempts ended says nothing any more. */
  withoutResults(traffic: LaneTraffic): LaneTraffic;
  isEmpty(traffic: LaneTraffic, now: EpochMs): boolean;
}

const counterOf = { arrived: 0, succeeded: 1, failed: 2 } as const;
/** One arrival at a lane's first moment is no flood. */
const leastWatchedMs = 2 * secondMs;

/** @param spanMs how far back is counted, in milliseconds */
export function laneTraffic(spanMs: number): LaneTrafficWindow {
  const window = timeWindow({ spanMs, counters: 3 });
  const refusedWindow = timeWindow({ spanMs, counters: 1 });
  const empty: LaneTraffic = { counts: window.empty, refused: refusedWindow.empty };
  const bucketMs = spanMs / bucketsPerWindow;

  return {
    empty,
    arrived: (traffic, n, now) => ({ ...traffic, counts: window.add(traffic.counts, now, counterOf.arrived, n) }),
    ended(traffic, end, now) {
      if (end === "refused") return { ...traffic, refused: refusedWindow.add(traffic.refused, now, 0) };
      return { ...traffic, counts: window.add(traffic.counts, now, counterOf[end]) };
    },
    results(traffic, now) {
      const [, succeeded, failed] = window.sums(traffic.counts, now) as [number, number, number];
      return { succeeded, failed, refused: refusedWindow.sum(traffic.refused, now, 0) };
    },
    arrivalPerS(traffic, since, now) {
      const coveredMs = spanMs - bucketMs + (now % bucketMs);
      const watchedMs = Math.max(leastWatchedMs, Math.min(coveredMs, now - (since ?? now)));
      return (window.sum(traffic.counts, now, counterOf.arrived) * secondMs) / watchedMs;
    },
    offeredPerS: (traffic, now) => (window.sum(traffic.counts, now, counterOf.arrived) * secondMs) / spanMs,
    deliveredPerS: (traffic, now) => (window.sum(traffic.counts, now, counterOf.succeeded) * secondMs) / spanMs,
    withoutResults: (traffic) => ({ counts: window.only(traffic.counts, counterOf.arrived), refused: refusedWindow.empty }),
    isEmpty: (traffic, now) => window.isEmpty(traffic.counts, now) && refusedWindow.isEmpty(traffic.refused, now),
  };
}

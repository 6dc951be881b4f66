import type { EpochMs } from "../time/durations.ts";
import { type TimeWindow, timeWindow, type WindowState } from "./time-window.ts";

/** Upper ends of the classes in milliseconds; longer durations count in the last. An attempt may take at most 30 s by default. */
export const latencyBoundsMs = [20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000] as const;

/** How long things took within a span of time. Twenty-one numbers hold it, however many durations there were. */
export interface LatencyHistogram {
  readonly empty: WindowState;
  record(state: WindowState, now: EpochMs, durationMs: number): WindowState;
  /** How many durations are counted; proportionally fewer where there are many. */
  count(state: WindowState, now: EpochMs): number;
  /**
   * The duration that a share `q` (0 to 1) of them does not exceed, in milliseconds; null when there are none. Exact to
   * its class and interpolated within it. Of more than 1,023 in one class and tenth of the span the proportions are kept,
   * rare ones rounded up and the latest weighing more.
   */
  quantileMs(state: WindowState, now: EpochMs, q: number): number | null;
  isEmpty(state: WindowState, now: EpochMs): boolean;
}

/** @param spanMs how far back durations count, in milliseconds */
export function latencyHistogram(spanMs: number): LatencyHistogram {
  const window: TimeWindow = timeWindow({ spanMs, counters: latencyBoundsMs.length, perNumber: 5, halves: true });
  const countOf = (counts: readonly number[]) => counts.reduce((sum, n) => sum + n, 0);
  return {
    empty: window.empty,
    record: (state, now, durationMs) => window.add(state, now, classOf(durationMs)),
    count: (state, now) => countOf(window.sums(state, now)),
    quantileMs(state, now, q) {
      const counts = window.sums(state, now);
      const total = countOf(counts);
      return total === 0 ? null : quantileOf(counts, q * total);
    },
    isEmpty: window.isEmpty,
  };
}

function classOf(durationMs: number): number {
  const found = latencyBoundsMs.findIndex((bound) => durationMs <= bound);
  return found < 0 ? latencyBoundsMs.length - 1 : found;
}

/** Walks up to the class that holds the duration of this rank, and along it by the rank's place in the class. */
function quantileOf(counts: readonly number[], rank: number): number {
  let below = 0;
  let from = 0;
  let highest = 0;
  for (const [index, bound] of latencyBoundsMs.entries()) {
    const n = counts[index] as number;
    if (n > 0 && below + n >= rank) return from + (bound - from) * Math.max(0, (rank - below) / n);
    if (n > 0) highest = bound;
    below += n;
    from = bound;
  }
  return highest;
}

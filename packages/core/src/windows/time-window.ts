import type { EpochMs } from "../time/durations.ts";

/** A window has this many buckets; the oldest expires whole, so what is counted is between 9/10 and all of the span old. */
export const bucketsPerWindow = 10;

/**
 * The counts of one window: nothing until the first count, then the newest bucket's index followed by the buckets as a
 * ring. Plain numbers, because a lane has several windows: three counters of 17 bits (or four of 13) share one number.
 */
export type WindowState = readonly number[];

export interface TimeWindowOptions {
  /** How far back counts reach, in milliseconds. */
  readonly spanMs: number;
  /** How many things are counted side by side; a counter is named by its number from 0. */
  readonly counters: number;
  /**
   * Counters that share one number: 3 count to 131,071 per bucket (the default), 4 to 8,191, 5 to 1,023. At its highest a
   * counter stands still until its bucket expires.
   */
  readonly perNumber?: 3 | 4 | 5;
  /**
   * Instead of standing still, a counter at its highest halves all of its bucket, rounded up: for windows of which only the
   * proportions are read.
   */
  readonly halves?: boolean;
}

/** Counts by time. Every function is pure and costs the same however much was counted. */
export interface TimeWindow {
  readonly empty: WindowState;
  /** Counts `n` (a whole number, default 1). A moment before the newest known one counts as that one: time does not run back. */
  add(state: WindowState, now: EpochMs, counter: number, n?: number): WindowState;
  /** What one counter holds within the span that ends `now`. */
  sum(state: WindowState, now: EpochMs, counter: number): number;
  /** All counters at once, in their order. */
  sums(state: WindowState, now: EpochMs): number[];
  /** Only what this counter holds; all others are as if they had never counted. */
  only(state: WindowState, counter: number): WindowState;
  /** Nothing is counted any more: the state may be replaced by `empty`. */
  isEmpty(state: WindowState, now: EpochMs): boolean;
}

const packings = {
  3: [1, 2 ** 17, 2 ** 34],
  4: [1, 2 ** 13, 2 ** 26, 2 ** 39],
  5: [1, 2 ** 10, 2 ** 20, 2 ** 30, 2 ** 40],
} as const;

/** A window of 10 buckets that expire by time and never by traffic: what happened an hour ago does not count because little happened since. */
export function timeWindow({ spanMs, counters, perNumber = 3, halves = false }: TimeWindowOptions): TimeWindow {
  const bucketMs = spanMs / bucketsPerWindow;
  const units: readonly number[] = packings[perNumber];
  const range = units[1] as number;
  const width = Math.ceil(counters / perNumber);

  const indexAt = (state: WindowState, now: EpochMs) => Math.max(Math.floor(now / bucketMs), state[0] ?? 0);
  /** How many of the newest buckets still count `now`. */
  const liveBuckets = (state: WindowState, now: EpochMs) => bucketsPerWindow - (indexAt(state, now) - (state[0] ?? 0));
  const slotOf = (index: number) => 1 + (index % bucketsPerWindow) * width;

  function advance(state: WindowState, index: number): number[] {
    const newest = state[0];
    const expired = newest === undefined ? bucketsPerWindow : index - newest;
    const next = expired >= bucketsPerWindow ? new Array<number>(1 + bucketsPerWindow * width).fill(0) : state.slice();
    if (expired < bucketsPerWindow) for (let i = index - expired + 1; i <= index; i++) next.fill(0, slotOf(i), slotOf(i) + width);
    next[0] = index;
    return next;
  }

  const heldIn = (packed: number, unit: number) => Math.floor(packed / unit) % range;

  function halve(counts: number[], slot: number): void {
    for (let i = slot; i < slot + width; i++) {
      const packed = counts[i] as number;
      counts[i] = units.reduce((sum, unit) => sum + unit * Math.ceil(heldIn(packed, unit) / 2), 0);
    }
  }

  function sums(state: WindowState, now: EpochMs): number[] {
    const totals = new Array<number>(counters).fill(0);
    const live = liveBuckets(state, now);
    for (let age = 0; age < live && state.length > 0; age++) {
      const slot = slotOf((state[0] as number) - age + bucketsPerWindow);
      for (let i = 0; i < width; i++) {
        let packed = state[slot + i] as number;
        for (let counter = i * perNumber; packed > 0; counter++) {
          // Dividing is several times faster than the remainder of a number beyond 32 bits.
          const higher = Math.floor(packed / range);
          totals[counter] = (totals[counter] as number) + packed - higher * range;
          packed = higher;
        }
      }
    }
    return totals;
  }

  return {
    empty: [],
    add(state, now, counter, n = 1) {
      if (n <= 0) return state;
      const index = indexAt(state, now);
      const next = advance(state, index);
      const slot = slotOf(index) + Math.floor(counter / perNumber);
      const unit = units[counter % perNumber] as number;
      while (halves && heldIn(next[slot] as number, unit) + n >= range && n < range / 2) halve(next, slotOf(index));
      const packed = next[slot] as number;
      next[slot] = packed + unit * Math.min(n, range - 1 - heldIn(packed, unit));
      return next;
    },
    sum: (state, now, counter) => sums(state, now)[counter] as number,
    sums,
    only(state, counter) {
      const place = Math.floor(counter / perNumber);
      const unit = units[counter % perNumber] as number;
      return state.map((packed, i) => {
        if (i === 0) return packed;
        return (i - 1) % width === place ? unit * heldIn(packed, unit) : 0;
      });
    },
    isEmpty: (state, now) => state.length === 0 || liveBuckets(state, now) <= 0,
  };
}

import { dayMs, type EpochMs, minuteMs } from "../time/durations.ts";

/** How long a best minute counts, in days of a closed circuit. */
const keptDays = 7;
/** A minute is the latest of so many slots, the one being counted included: so it may begin at any of them, and is never longer. */
export const slotsPerMinute = 6;
const slotMs = minuteMs / slotsPerMinute;

/** The best minute lately: what an endpoint has shown that it can take. To be stored as it is and put back after a restart. */
export interface ProvenRateState {
  /** The slot being counted, by its number. */
  readonly slot: number;
  /** Successes in it so far and in those before it, the latest first; absent ones are 0. */
  readonly counts: readonly number[];
  /** Day, best minute of that day, day, best minute, …: only days that are better than every later one. */
  readonly best: readonly number[];
  /** Since when time stands still; null while the circuit is closed. */
  readonly frozenAt: EpochMs | null;
  /** How long it has stood still altogether, in milliseconds. */
  readonly stoodStillMs: number;
}

const nothingProven: ProvenRateState = { slot: 0, counts: [], best: [], frozenAt: null, stoodStillMs: 0 };

/** Days pass only while the circuit is closed, so an outage of whatever length does not wear the proven rate away. */
function closedTime({ frozenAt, stoodStillMs }: ProvenRateState, now: EpochMs): EpochMs {
  return (frozenAt ?? now) - stoodStillMs;
}

/**
 * The best successful minute of 7 days, as a rate. A minute begins at any ten seconds: counted by the clock's, a lane that
 * ran for less than two of them would have proven as little as half of what it sent. At most twenty numbers, whatever was counted.
 */
export const provenRate = {
  initial: (): ProvenRateState => nothingProven,

  /** In deliveries per second; 0 when nothing is proven. Never falls while frozen. */
  perS(state: ProvenRateState, now: EpochMs): number {
    const today = Math.floor(closedTime(state, now) / dayMs);
    for (let i = 0; i < state.best.length; i += 2) {
      if ((state.best[i] as number) > today - keptDays) return (state.best[i + 1] as number) / (minuteMs / 1_000);
    }
    return 0;
  },

  /** A delivery succeeded. Identity while frozen: what comes in then was granted before. */
  succeeded(state: ProvenRateState, now: EpochMs): ProvenRateState {
    if (state.frozenAt !== null) return state;
    const time = closedTime(state, now);
    const slot = Math.max(state.slot, Math.floor(time / slotMs));
    const counts = countedIn(state, slot);
    const inMinute = counts.reduce((sum, count) => sum + count, 0);
    return { ...state, slot, counts, best: withBest(state.best, Math.floor((slot * slotMs) / dayMs), inMinute) };
  },

  /** The circuit opened: time stands still. */
  freeze: (state: ProvenRateState, now: EpochMs): ProvenRateState => (state.frozenAt === null ? { ...state, frozenAt: now } : state),

  /** The circuit closed: time goes on from where it stood. */
  thaw(state: ProvenRateState, now: EpochMs): ProvenRateState {
    if (state.frozenAt === null) return state;
    return { ...state, frozenAt: null, stoodStillMs: state.stoodStillMs + Math.max(0, now - state.frozenAt) };
  },

  isIdle: (state: ProvenRateState, now: EpochMs): boolean => state.frozenAt === null && provenRate.perS(state, now) === 0,
};

/** One more in this slot, which is the latest or a later one. */
function countedIn({ slot: latest, counts }: ProvenRateState, slot: number): number[] {
  const passed = Math.min(slotsPerMinute, slot - latest);
  const next = passed === 0 ? counts.slice() : [...new Array<number>(passed).fill(0), ...counts].slice(0, slotsPerMinute);
  next[0] = (next[0] ?? 0) + 1;
  return next;
}

function withBest(best: readonly number[], day: number, count: number): readonly number[] {
  const [lastDay, lastCount] = best.slice(-2);
  if (lastDay === day && (lastCount as number) >= count) return best;
  // A day that is not better than this later one will never again be the best.
  let end = best.length;
  while (end > 0 && (best[end - 1] as number) <= count) end -= 2;
  let from = 0;
  while (from < end && (best[from] as number) <= day - keptDays) from += 2;
  // `concat` leaves no spare room behind, as a spread would.
  return best.slice(from, end).concat(day, count);
}

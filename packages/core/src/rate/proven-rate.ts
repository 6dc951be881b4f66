import { dayMs, type EpochMs, minuteMs } from "../time/durations.ts";

/** How long a best minute counts, in days of a closed circuit. */
const keptDays = 7;

/** The best minute lately: what an endpoint has shown that it can take. To be stored as it is and put back after a restart. */
export interface ProvenRateState {
  /** The minute being counted, by its number. */
  readonly minute: number;
  /** Successes in it so far. */
  readonly count: number;
  /** Day, best minute of that day, day, best minute, …: only days that are better than every later one. */
  readonly best: readonly number[];
  /** Since when time stands still; null while the circuit is closed. */
  readonly frozenAt: EpochMs | null;
  /** How long it has stood still altogether, in milliseconds. */
  readonly stoodStillMs: number;
}

const nothingProven: ProvenRateState = { minute: 0, count: 0, best: [], frozenAt: null, stoodStillMs: 0 };

/** Days pass only while the circuit is closed, so an outage of whatever length does not wear the proven rate away. */
function closedTime({ frozenAt, stoodStillMs }: ProvenRateState, now: EpochMs): EpochMs {
  return (frozenAt ?? now) - stoodStillMs;
}

/** The best successful minute of 7 days, as a rate. At most fourteen numbers, whatever was counted. */
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
    const minute = Math.max(state.minute, Math.floor(time / minuteMs));
    const count = minute === state.minute ? state.count + 1 : 1;
    return { ...state, minute, count, best: withBest(state.best, Math.floor((minute * minuteMs) / dayMs), count) };
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

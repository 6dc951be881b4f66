import { type EpochMs, hourMs, minuteMs } from "../time/durations.ts";
import type { RampConfig } from "./recovery-ramp.ts";

/** What a lane has, and what it had when it fell. */
export interface LaneLoad {
  readonly permits: number;
  /** Deliveries per second. */
  readonly perS: number;
}

/** Where a lane's permits and rate end, because it fell at more. */
export interface Ceiling extends LaneLoad {
  /** How long the lane has to be healthy before the ceiling is lifted. */
  readonly holdMs: number;
  /** How long it has been, and up to when that is counted. */
  readonly healthyMs: number;
  readonly at: EpochMs;
}

export interface Relapse {
  /** A fall before then is a relapse; null while the lane recovers: then every fall is. Later whenever the lane holds more than before. */
  readonly until: EpochMs | null;
  /** The slot of time being watched by its number, the most permits held in it, and the most in the one before. */
  readonly slot: number;
  readonly most: number;
  readonly mostBefore: number;
  /** The most since the recovery began, or since the last fall or lift. */
  readonly highest: number;
  /** Null while the lane never fell again. */
  readonly ceiling: Ceiling | null;
}

/** Null for a lane that has not recovered from anything lately. */
export type RelapseState = Relapse | null;

/** What is kept through restarts. */
export type StoredRelapse = Pick<Relapse, "until" | "ceiling">;

/** A relapse leaves this part of what the lane had when it fell. */
const kept = 0.75;
const lift = 1.25;
const longestHoldMs = 6 * hourMs;
/** It takes a while until failures open a circuit, and meanwhile the ramp falls back: what was held before that counts. */
const slotMs = 2 * minuteMs;
/** A pause counts for this part of the ramp at the most: what was not sent proved nothing. */
const pausePart = 0.1;

/**
 * What a fall in or shortly after a recovery shows: that the endpoint does not bear so much. A first fall shows nothing of
 * the kind, since an outage is not an overload; and neither does one with no more load than a recovery begins with, which
 * is the outage that goes on. Three quarters of the load are remembered as a ceiling, which is lifted by a quarter after a
 * healthy hold of `window_ms`, and after each further relapse the hold is twice as long: so an endpoint that bears twelve
 * requests at once is not knocked down by every ramp.
 */
export function relapses(config: RampConfig) {
  const watching = (now: EpochMs, until: EpochMs | null, ceiling: Ceiling | null): Relapse => ({
    until,
    slot: Math.floor(now / slotMs),
    most: 0,
    mostBefore: 0,
    highest: 0,
    ceiling,
  });

  /** The latest slot or two, whole or not. */
  function watched(state: Relapse, now: EpochMs): Relapse {
    const slot = Math.max(state.slot, Math.floor(now / slotMs));
    if (slot === state.slot) return state;
    return { ...state, slot, most: 0, mostBefore: slot === state.slot + 1 ? state.most : 0 };
  }

  function lifted(ceiling: Ceiling, now: EpochMs): Ceiling {
    return { ...ceiling, permits: Math.ceil(ceiling.permits * lift), perS: ceiling.perS * lift, healthyMs: 0, at: now };
  }

  return {
    initial: (): RelapseState => null,

    /** The circuit closed, a recovery begins. */
    recovering: (state: RelapseState, now: EpochMs): RelapseState => watching(now, null, state?.ceiling ?? null),

    /** The recovery is over. */
    recovered: (state: RelapseState, now: EpochMs): RelapseState => state && { ...state, until: now + config.window_ms },

    /** A permit was taken and the lane now holds `held`: more than ever since it recovered is to be borne for `window_ms`, too. */
    took(state: RelapseState, now: EpochMs, held: number): RelapseState {
      if (state === null) return null;
      const { until, ...next } = watched(state, now);
      if (held <= next.most) return { ...next, until };
      const isNew = held > next.highest && until !== null && now < until;
      return { ...next, most: held, highest: Math.max(held, next.highest), until: isNew ? now + config.window_ms : until };
    },

    /**
     * The circuit opened. With a ceiling, a fall near it is a relapse at whatever time.
     *
     * @param perS what was sent per second until then
     * @param least what a recovery begins with
     */
    fell(state: RelapseState, now: EpochMs, perS: number, least: LaneLoad): RelapseState {
      if (state === null) return null;
      const { most, mostBefore, until, ceiling } = watched(state, now);
      const permits = Math.max(most, mostBefore);
      const isAtCeiling = ceiling !== null && permits >= kept * ceiling.permits;
      const isRelapse = until === null || now < until || isAtCeiling;
      if (!isRelapse || (permits <= least.permits && perS <= least.perS)) return ceiling && watching(now, now, ceiling);
      const holdMs = ceiling ? Math.min(longestHoldMs, 2 * ceiling.holdMs) : config.window_ms;
      const load = { permits: Math.max(1, Math.floor(kept * permits)), perS: kept * perS };
      return watching(now, now, { ...load, holdMs, healthyMs: 0, at: now });
    },

    /**
     * An answer came while the circuit was closed.
     *
     * @param isHealthy at least 90 % of the answers lately were good
     * @param full what the lane could have without a ceiling: one that reaches it is forgotten
     */
    observe(state: RelapseState, now: EpochMs, isHealthy: boolean, full: LaneLoad): RelapseState {
      if (state === null || state.until === null) return state;
      const { ceiling } = state;
      if (ceiling === null) return now < state.until ? state : null;
      const gainedMs = Math.min(Math.max(0, now - ceiling.at), config.window_ms * pausePart);
      const healthyMs = isHealthy ? ceiling.healthyMs + gainedMs : 0;
      if (healthyMs < ceiling.holdMs) return { ...state, ceiling: { ...ceiling, healthyMs, at: Math.max(ceiling.at, now) } };
      const next = lifted(ceiling, now);
      const isOver = next.permits >= full.permits && next.perS >= full.perS;
      return { ...state, until: now + config.window_ms, ceiling: isOver ? null : next };
    },

    /** Infinity without a ceiling. */
    permits: (state: RelapseState): number => state?.ceiling?.permits ?? Number.POSITIVE_INFINITY,
    perS: (state: RelapseState): number => state?.ceiling?.perS ?? Number.POSITIVE_INFINITY,

    export: (state: RelapseState): StoredRelapse | null => state && { until: state.until, ceiling: state.ceiling },
    restore: (stored: StoredRelapse | null, now: EpochMs): RelapseState => stored && watching(now, stored.until, stored.ceiling),
  };
}

import { breakerOutcome } from "../circuit-breaker/breaker-end.ts";
import type { Classification } from "../classify/classification.ts";
import { allowed, refusedBy, refusedUntil, type Verdict } from "../policy/verdict.ts";
import { burstFailures, outageRatio } from "../rate/rate-config.ts";
import { forgive, mayOwe, mayOweAt, noDebt, owe, type RateDebt, type RateLimit } from "../rate-debt/rate-debt.ts";
import { type EpochMs, minuteMs } from "../time/durations.ts";
import { timeWindow, type WindowState } from "../windows/time-window.ts";

/** Keys of `ramp` in the policy configuration. */
export interface RampConfig {
  /** The share that a recovering lane begins with. Above 0 to 1. */
  readonly start: number;
  /** From there to everything, when nothing fails. */
  readonly window_ms: number;
}

export const defaultRampConfig: RampConfig = { start: 0.1, window_ms: 5 * minuteMs };

/** A lane that recovers; null for one that does not. */
export type RampState = Recovering | null;

export interface Recovering {
  /** How long the lane has been healthy since it closed, less what failures took back, in milliseconds. */
  readonly healthyMs: number;
  /** Up to when that is counted. */
  readonly at: EpochMs;
  /** When the ramp began or fell back last; what was sent before says nothing about it. */
  readonly fellAt: EpochMs;
  /** What 100 % is, in deliveries per second. */
  readonly fullPerS: number;
  readonly debt: RateDebt;
  /** Attempts within a tenth of the ramp, since it fell back: good, bad. */
  readonly results: WindowState;
  /** Since its beginning or its latest measurement; null before the first answer. */
  readonly watch: Watch | null;
  /** The ratio that fails however little is sent; 0 for none. */
  readonly usualRatio: number;
}

/** How long a ramp goes on without an end. */
export interface Watch {
  readonly since: EpochMs;
  readonly answers: number;
  /** What came back while the ramp was kept at its beginning to be measured; null until then. */
  readonly measured: { readonly good: number; readonly bad: number } | null;
}

export interface RampAsk {
  /** What the lane has in flight, and what it could have without a ramp. */
  readonly inFlight: number;
  readonly lanePermits: number;
}

export interface HostRampAsk {
  /** What the host has in flight, and what it could have without a ramp. */
  readonly inFlight: number;
  readonly cap: number;
}

export interface RampEnd {
  readonly classification: Classification;
  readonly durationMs: number;
}

/** What is kept through restarts; before `usualRatio` was known it was not stored. */
export type StoredRamp = Pick<Recovering, "healthyMs" | "fullPerS"> & Partial<Pick<Recovering, "usualRatio">>;

/** It rises only at this share of good answers, or of as many as are usual; below it, it falls back to half of its way. */
const healthyRatio = 0.9;
/** Below this part of its way a ramp is measured when its time is over, above it after twice its time. */
const beginningPart = 0.25;
/** So many answers tell a ratio. */
const enoughAnswers = 100;
/** The least that 100 % is, in deliveries per second, so that a tenth of a quiet lane is not nothing. */
const minFullPerS = 10;
const burstSeconds = 0.25;
/** A permit of a recovering host that becomes free is dealt within this long. */
const hostDoorMs = 200;

const fullPerS = (provenPerS: number) => Math.max(minFullPerS, provenPerS);
const permitsAt = (share: number, permits: number) => Math.max(1, Math.floor(share * permits));
const goodCounter = 0;
const badCounter = 1;

/** Good answers are at least 90 % of what is usual; where a ratio is usual, some failures more may be chance. */
function isAsHealthyAs(usualRatio: number, ok: number, failed: number): boolean {
  const chance = usualRatio > 0 ? burstFailures : 0;
  return ok + chance >= healthyRatio * (1 - usualRatio) * (ok + failed);
}

/**
 * When a circuit closes, its lane begins with `start` of its proven rate and of its permits, and rises to all of them over
 * `window_ms`, only while at least 90 % of the answers are good; silence does not raise it. An overload falls back. What
 * passes stays below the curve `start` + (1 − `start`) · time ÷ `window_ms` at any moment.
 *
 * One that does not get on is kept at its beginning until enough was answered: what fails then, if it is less than half, is no
 * overload. From then on 90 % of the good answers that are usual there suffice. An endpoint that always fails one in five would
 * else never get out of its first recovery, and what it is sent beyond a tenth would wait for its deadline.
 */
export function recoveryRamp(config: RampConfig) {
  const window = timeWindow({ spanMs: config.window_ms / 10, counters: 2 });

  /** 0 to 1. */
  function share(state: RampState): number {
    return state === null ? 1 : Math.min(1, config.start + ((1 - config.start) * state.healthyMs) / config.window_ms);
  }

  function limitOf(state: Recovering): RateLimit {
    const perS = share(state) * state.fullPerS;
    return { perS, burst: Math.max(1, burstSeconds * perS) };
  }

  const recovering = (now: EpochMs, healthyMs: number, fullPerS: number): Recovering => ({
    healthyMs,
    fullPerS,
    at: now,
    fellAt: now,
    debt: noDebt,
    results: window.empty,
    watch: null,
    usualRatio: 0,
  });

  /** The watch after one answer more. When it was long enough a measurement begins, unless the endpoint asks for less. */
  function watched({ healthyMs, watch }: Recovering, { outcome }: Classification, now: EpochMs): Watch | null {
    if (outcome === "throttled") return null;
    const { since, answers } = watch ?? { since: now, answers: 0 };
    const longMs = healthyMs < beginningPart * config.window_ms ? config.window_ms : 2 * config.window_ms;
    const isLong = now - since >= longMs && answers >= enoughAnswers;
    return { since, answers: answers + 1, measured: isLong ? { good: 0, bad: 0 } : null };
  }

  /** What was sent before says nothing from now on. */
  const fallen = (state: Recovering, healthyMs: number, now: EpochMs): Recovering => ({
    ...state,
    healthyMs,
    at: now,
    fellAt: now,
    results: window.empty,
  });

  /** One answer of a measurement: nothing raises the ramp until there are enough. */
  function measured(state: Recovering, before: { good: number; bad: number }, isGood: boolean, now: EpochMs): Recovering {
    const counts = { good: before.good + (isGood ? 1 : 0), bad: before.bad + (isGood ? 0 : 1) };
    const all = counts.good + counts.bad;
    if (all < enoughAnswers || now - state.fellAt < config.window_ms / 10)
      return { ...state, at: now, watch: state.watch && { ...state.watch, measured: counts } };
    const ratio = counts.bad / all;
    // One standard error more: a ratio that chance made too small would hold the ramp up for good
    const usualRatio = ratio < outageRatio ? ratio + Math.sqrt((ratio * (1 - ratio)) / all) : state.usualRatio;
    return { ...state, at: now, watch: null, usualRatio };
  }

  return {
    initial: (): RampState => null,

    /**
     * The circuit closed.
     *
     * @param provenPerS in deliveries per second; below 10 counts as 10
     * @param ceilingPerS where the ramp ends, if that is less
     */
    begin: (now: EpochMs, provenPerS: number, ceilingPerS = Number.POSITIVE_INFINITY): RampState =>
      recovering(now, 0, Math.min(fullPerS(provenPerS), ceilingPerS)),

    share,

    /** A recovering host: it has no rate, and a part of its cap. */
    beginHost: (now: EpochMs): RampState => recovering(now, 0, 0),

    /**
     * Of a host all of whose lanes wait: they are let in together at moments that come round each `hostDoorMs`, so that whose
     * turn it is decides, and not who asks first when a permit is free.
     */
    checkHost(state: RampState, now: EpochMs, { inFlight, cap }: HostRampAsk): Verdict {
      if (state === null || inFlight < permitsAt(share(state), cap)) return allowed;
      return refusedUntil("ramp", (Math.floor(now / hostDoorMs) + 1) * hostDoorMs);
    },

    /** What a recovery begins with. */
    least: (lanePermits: number, provenPerS: number) => ({
      permits: permitsAt(config.start, lanePermits),
      perS: config.start * fullPerS(provenPerS),
    }),

    check(state: RampState, now: EpochMs, { inFlight, lanePermits }: RampAsk): Verdict {
      if (state === null) return allowed;
      if (inFlight >= permitsAt(share(state), lanePermits)) return refusedBy("ramp", "permit_released");
      const limit = limitOf(state);
      return mayOwe(state.debt, 1, limit, now) ? allowed : refusedUntil("ramp", mayOweAt(state.debt, 1, limit, now));
    },

    take: (state: RampState, now: EpochMs): RampState => (state ? { ...state, debt: owe(state.debt, 1, limitOf(state), now) } : state),

    giveBack: (state: RampState): RampState => (state ? { ...state, debt: forgive(state.debt, 1) } : state),

    /** @returns null when the ramp is over. Our own faults and what was sent before it began or fell back are identity. */
    observe(state: RampState, { classification, durationMs }: RampEnd, now: EpochMs): RampState {
      if (state === null || breakerOutcome(classification) === "nothing" || now - durationMs < state.fellAt) return state;
      const isGood = !classification.countsForBreaker && classification.outcome !== "throttled";
      if (state.watch?.measured && classification.outcome !== "throttled") return measured(state, state.watch.measured, isGood, now);
      const watch = watched(state, classification, now);
      if (watch?.measured) return { ...fallen(state, 0, now), watch };
      const results = window.add(state.results, now, isGood ? goodCounter : badCounter);
      const [ok, failed] = window.sums(results, now) as [number, number];
      const isHealthy = isAsHealthyAs(state.usualRatio, ok, failed);
      if (!isGood && !isHealthy) return { ...fallen(state, Math.floor(state.healthyMs / 2), now), watch };
      // A pause counts for a tenth of the ramp at the most: what was not sent proved nothing.
      const gainedMs = isGood && isHealthy ? Math.min(Math.max(0, now - state.at), config.window_ms / 10) : 0;
      const healthyMs = state.healthyMs + gainedMs;
      const at = isGood ? Math.max(state.at, now) : state.at;
      return healthyMs >= config.window_ms ? null : { ...state, healthyMs, at, results, watch };
    },

    isIdle: (state: RampState): boolean => state === null,

    export: (state: RampState): StoredRamp | null =>
      state && { healthyMs: state.healthyMs, fullPerS: state.fullPerS, usualRatio: state.usualRatio },

    /** Goes on where it stood, without the time in between. */
    restore: (stored: StoredRamp | null, now: EpochMs): RampState =>
      stored && { ...recovering(now, stored.healthyMs, stored.fullPerS), usualRatio: stored.usualRatio ?? 0 },
  };
}

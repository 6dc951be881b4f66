import { breakerOutcome } from "../circuit-breaker/breaker-end.ts";
import type { Classification } from "../classify/classification.ts";
import { allowed, refusedUntil, type Verdict } from "../policy/verdict.ts";
import { forgive, mayOwe, mayOweAt, noDebt, owe, owedAt, type RateDebt, type RateLimit } from "../rate-debt/rate-debt.ts";
import { type EpochMs, secondMs } from "../time/durations.ts";
import {
  burstSeconds,
  cutPauseMs,
  doubling,
  doublingStepMs,
  enoughAttempts,
  growth,
  growthStepMs,
  growthSuccess,
  headroom,
  latencyFactor,
  latencySlackMs,
  pressure,
  type RateConfig,
} from "./rate-config.ts";
import {
  cutForFailures,
  cutForThrottling,
  didCutNotHelp,
  exportTrouble,
  isAsUsual,
  isBurst,
  isGrowthFailing,
  isTried,
  learned,
  nothingCounted,
  type RateTrouble,
  restoreTrouble,
  type StoredRateTrouble,
  takeCutBack,
  takeGrowthBack,
  troubleOf,
  troubleWith,
} from "./rate-trouble.ts";

export interface LaneRateState {
  /** What the lane has found out it may send, in deliveries per second; a plan or the subscription may allow less. */
  readonly limitPerS: number;
  /** No trouble so far: the limit doubles. */
  readonly isCalm: boolean;
  readonly debt: RateDebt;
  /** When the limit was cut last; what was sent before says nothing about it. 0 when never. */
  readonly cutAt: EpochMs;
  /** When the present step began; what follows is counted since then. */
  readonly stepAt: EpochMs;
  readonly taken: number;
  readonly ended: number;
  readonly succeeded: number;
  /** Failures, and answers that ask for less. */
  readonly failed: number;
  /** Of the successes, added up, in milliseconds. */
  readonly latencyMs: number;
  /** The usual mean latency in milliseconds; null before the first step ended. */
  readonly usualMs: number | null;
  /** Growths and cuts on trial, and what came of earlier ones; null for a lane that had none. */
  readonly trouble: RateTrouble | null;
}

export interface LaneRateAsk {
  /** The plan's ceiling in deliveries per second. */
  readonly ceilingPerS: number;
  /** The limit that the customer set for the subscription; null: none. */
  readonly explicitPerS: number | null;
}

export interface LaneRateEnd {
  readonly classification: Classification;
  readonly durationMs: number;
}

/**
 * How many deliveries per second a lane sends. The limit begins at the larger of `start_per_s` and 1.25 times what is
 * proven; it grows while demand presses on it and the endpoint holds, doubling until the first trouble and by a quarter
 * after it; an answer of 429 or a burst of failures halves it, though not below what succeeds. What is refused stays pending.
 *
 * Every change is a trial. A growth that turns a sound lane unsound is taken back, and the next one waits twice as long. A
 * cut after which as much fails as before is taken back, too, and that ratio cuts no more: so an endpoint that fails by
 * chance, whatever it is sent, keeps its load.
 */
export function laneRate(config: RateConfig) {
  /** In deliveries per second. A limit set by the customer holds from the start; only trouble goes below it. */
  function limitPerS(state: LaneRateState, { ceilingPerS, explicitPerS }: LaneRateAsk): number {
    const own = state.isCalm && explicitPerS !== null ? explicitPerS : state.limitPerS;
    return Math.min(own, explicitPerS ?? ceilingPerS, ceilingPerS);
  }

  function limitOf(state: LaneRateState, ask: LaneRateAsk): RateLimit {
    const perS = limitPerS(state, ask);
    return { perS, burst: Math.max(1, burstSeconds * perS) };
  }

  const startPerS = (provenPerS: number) => Math.max(config.start_per_s, headroom * provenPerS);

  function counted(state: LaneRateState, { classification, durationMs }: LaneRateEnd): LaneRateState {
    const { success, countsForBreaker, outcome } = classification;
    return {
      ...state,
      ended: state.ended + 1,
      succeeded: state.succeeded + (success ? 1 : 0),
      failed: state.failed + (countsForBreaker || outcome === "throttled" ? 1 : 0),
      latencyMs: state.latencyMs + (success ? Math.round(durationMs) : 0),
    };
  }

  /** The step's end: grown, troubled, or as it was because nobody pressed. */
  function nextStep(state: LaneRateState, now: EpochMs, ask: LaneRateAsk): LaneRateState {
    const current = limitPerS(state, ask);
    const meanMs = state.succeeded > 0 ? state.latencyMs / state.succeeded : null;
    const holds = meanMs === null || state.usualMs === null || meanMs <= latencyFactor * state.usualMs + latencySlackMs;
    const isSound = state.succeeded >= growthSuccess * state.ended && holds;
    const isGood = isSound || (holds && isAsUsual(state));
    const usualMs = usualAfter(state.usualMs, meanMs);
    if (!isSound && state.ended >= enoughAttempts && didCutNotHelp(state)) return { ...takeCutBack(state, now), usualMs };
    if (!isGood && isTried(state, now)) return { ...takeGrowthBack(state, now), usualMs };

    const trouble = isTried(state, now)
      ? troubleWith({ trouble: learned(state) }, { grownFrom: 0, failedGrowths: 0, growAt: 0 })
      : learned(state);
    const next: LaneRateState = { ...state, ...nothingCounted, stepAt: now, usualMs, trouble };
    const isPressed = state.taken >= (pressure * current * (now - state.stepAt)) / secondMs;
    if (!isPressed) return next;
    const { growAt, regainTo } = troubleOf(next);
    const most = Math.min(ask.explicitPerS ?? ask.ceilingPerS, ask.ceilingPerS, isSound ? Number.POSITIVE_INFINITY : regainTo);
    const isCalm = state.isCalm && isSound;
    const grown = isGood && now >= growAt ? Math.max(current, Math.min(current * (isCalm ? doubling : growth), most)) : current;
    if (!isSound && grown === current) return { ...next, limitPerS: current, isCalm };
    if (grown === current) return next;
    return { ...next, limitPerS: Math.max(state.limitPerS, grown), isCalm, trouble: troubleWith(next, { grownFrom: current }) };
  }

  return {
    /**
     * @param provenPerS what the lane has shown that it can take, 0 when nothing
     * @param stored what an earlier process had learnt from trouble
     */
    initial: (now: EpochMs, provenPerS = 0, stored: StoredRateTrouble | null = null): LaneRateState => ({
      ...nothingCounted,
      limitPerS: startPerS(provenPerS),
      isCalm: true,
      debt: noDebt,
      cutAt: 0,
      stepAt: now,
      usualMs: null,
      trouble: restoreTrouble(stored),
    }),

    limitPerS,

    check(state: LaneRateState, now: EpochMs, ask: LaneRateAsk): Verdict {
      const limit = limitOf(state, ask);
      return mayOwe(state.debt, 1, limit, now) ? allowed : refusedUntil("rate_limited", mayOweAt(state.debt, 1, limit, now));
    },

    take: (state: LaneRateState, now: EpochMs, ask: LaneRateAsk): LaneRateState => ({
      ...state,
      debt: owe(state.debt, 1, limitOf(state, ask), now),
      taken: state.taken + 1,
    }),

    giveBack: (state: LaneRateState): LaneRateState => ({ ...state, debt: forgive(state.debt, 1), taken: Math.max(0, state.taken - 1) }),

    /** Not to be told of attempts that end while our own network fails. Our own faults are identity. */
    observe(state: LaneRateState, end: LaneRateEnd, now: EpochMs, ask: LaneRateAsk): LaneRateState {
      const isLate = now - end.durationMs < state.cutAt;
      if (isLate || breakerOutcome(end.classification) === "nothing") return state;
      const next = counted(state, end);
      const isPausing = now - state.cutAt < cutPauseMs;
      if (end.classification.outcome === "throttled") return isPausing ? next : cutForThrottling(next, now, limitPerS(state, ask));
      if (isGrowthFailing(next)) return takeGrowthBack(next, now);
      if (isBurst(next)) {
        if (isPausing) return next;
        return didCutNotHelp(next) ? takeCutBack(next, now) : cutForFailures(next, now, limitPerS(state, ask));
      }
      const stepMs = state.isCalm ? doublingStepMs : growthStepMs;
      return now - state.stepAt < stepMs ? next : nextStep(next, now, ask);
    },

    /** The circuit closed: the limit is again what was proven, however far the failures before had cut it. */
    resume(state: LaneRateState, now: EpochMs, provenPerS: number): LaneRateState {
      const limit = provenPerS > 0 ? Math.max(state.limitPerS, headroom * provenPerS) : startPerS(0);
      const { failedGrowths, growAt } = troubleOf(state);
      const trouble = troubleWith({ trouble: null }, { failedGrowths, growAt });
      return { ...state, ...nothingCounted, limitPerS: limit, isCalm: false, cutAt: now, stepAt: now, trouble };
    },

    /** What to keep through a restart beside the proven rate. */
    export: exportTrouble,

    /** Nothing was found out that a fresh state would not begin with. */
    isIdle: (state: LaneRateState, now: EpochMs, provenPerS: number): boolean =>
      state.trouble === null &&
      state.isCalm &&
      state.limitPerS === startPerS(provenPerS) &&
      owedAt(state.debt, now) === 0 &&
      now - state.stepAt >= growthStepMs,
  };
}

/** Follows slowly, so that an endpoint that gets slower step by step is noticed. */
function usualAfter(usualMs: number | null, meanMs: number | null): number | null {
  if (meanMs === null) return usualMs;
  return usualMs === null ? meanMs : usualMs + (meanMs - usualMs) / 10;
}

import { breakerOutcome } from "../circuit-breaker/breaker-end.ts";
import type { Classification } from "../classify/classification.ts";
import { allowed, refusedUntil, type Verdict } from "../policy/verdict.ts";
import { forgive, mayOwe, mayOweAt, noDebt, owe, owedAt, type RateDebt, type RateLimit } from "../rate-debt/rate-debt.ts";
import { type EpochMs, secondMs } from "../time/durations.ts";
import {
  burstFailures,
  burstRatio,
  burstSeconds,
  cutPauseMs,
  doubling,
  doublingStepMs,
  growth,
  growthStepMs,
  growthSuccess,
  headroom,
  latencyFactor,
  latencySlackMs,
  minPerS,
  pressure,
  type RateConfig,
} from "./rate-config.ts";

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

const nothingCounted = { taken: 0, ended: 0, succeeded: 0, failed: 0, latencyMs: 0 };

/**
 * How many deliveries per second a lane sends. The limit begins at the larger of `start_per_s` and 1.25 times what is
 * proven; it grows while demand presses on it and the endpoint holds, doubling until the first trouble and by a quarter
 * after it; an answer of 429 or a burst of failures halves it. What is refused stays pending.
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

  function cut(state: LaneRateState, now: EpochMs, ask: LaneRateAsk): LaneRateState {
    const current = limitPerS(state, ask);
    const limit = Math.max(Math.min(minPerS, current), current / 2);
    return { ...state, ...nothingCounted, limitPerS: limit, isCalm: false, cutAt: now, stepAt: now };
  }

  /** The step's end: grown, troubled, or as it was because nobody pressed. */
  function nextStep(state: LaneRateState, now: EpochMs, ask: LaneRateAsk): LaneRateState {
    const current = limitPerS(state, ask);
    const meanMs = state.succeeded > 0 ? state.latencyMs / state.succeeded : null;
    const holds = meanMs === null || state.usualMs === null || meanMs <= latencyFactor * state.usualMs + latencySlackMs;
    const isPressed = state.taken >= (pressure * current * (now - state.stepAt)) / secondMs;
    const isSound = state.succeeded >= growthSuccess * state.ended && holds;
    const next = { ...state, ...nothingCounted, stepAt: now, usualMs: usualAfter(state.usualMs, meanMs) };
    if (!isPressed) return next;
    if (!isSound) return { ...next, limitPerS: current, isCalm: false };
    const grown = Math.min(current * (state.isCalm ? doubling : growth), ask.explicitPerS ?? ask.ceilingPerS, ask.ceilingPerS);
    return { ...next, limitPerS: Math.max(state.limitPerS, grown) };
  }

  return {
    /** @param provenPerS what the lane has shown that it can take, 0 when nothing */
    initial: (now: EpochMs, provenPerS = 0): LaneRateState => ({
      ...nothingCounted,
      limitPerS: startPerS(provenPerS),
      isCalm: true,
      debt: noDebt,
      cutAt: 0,
      stepAt: now,
      usualMs: null,
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
      const isTrouble =
        end.classification.outcome === "throttled" || (next.failed >= burstFailures && next.failed > burstRatio * next.ended);
      if (isTrouble) return now - state.cutAt < cutPauseMs ? next : cut(next, now, ask);
      const stepMs = state.isCalm ? doublingStepMs : growthStepMs;
      return now - state.stepAt < stepMs ? next : nextStep(next, now, ask);
    },

    /** The circuit closed: the limit is again what was proven, however far the failures before had cut it. */
    resume(state: LaneRateState, now: EpochMs, provenPerS: number): LaneRateState {
      const limit = provenPerS > 0 ? Math.max(state.limitPerS, headroom * provenPerS) : startPerS(0);
      return { ...state, ...nothingCounted, limitPerS: limit, isCalm: false, cutAt: now, stepAt: now };
    },

    /** Nothing was found out that a fresh state would not begin with. */
    isIdle: (state: LaneRateState, now: EpochMs, provenPerS: number): boolean =>
      state.isCalm && state.limitPerS === startPerS(provenPerS) && owedAt(state.debt, now) === 0 && now - state.stepAt >= growthStepMs,
  };
}

/** Follows slowly, so that an endpoint that gets slower step by step is noticed. */
function usualAfter(usualMs: number | null, meanMs: number | null): number | null {
  if (meanMs === null) return usualMs;
  return usualMs === null ? meanMs : usualMs + (meanMs - usualMs) / 10;
}

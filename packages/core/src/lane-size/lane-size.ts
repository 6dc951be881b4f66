import { breakerOutcome } from "../circuit-breaker/breaker-end.ts";
import { type LaneTraffic, type LaneTrafficWindow, laneTraffic } from "../lane-traffic/lane-traffic.ts";
import { plans } from "../plans/plan.ts";
import type { AttemptEnd } from "../policy/permit.ts";
import { type EpochMs, minuteMs, secondMs } from "../time/durations.ts";
import { latencyHistogram } from "../windows/latency-histogram.ts";
import type { WindowState } from "../windows/time-window.ts";

/** Keys of the policy configuration under `lane`. All whole numbers above 0, `headroom` from 0. */
export interface LaneSizeConfig {
  /** Permits beyond what the measured load needs. */
  readonly headroom: number;
  /** A healthy lane never has fewer, unless its plan says so. */
  readonly min: number;
  /** Permits of a lane of which nothing is known. */
  readonly start: number;
  /** Permits of a sick lane. */
  readonly sick: number;
}

export const defaultLaneSizeConfig: LaneSizeConfig = { headroom: 4, min: 2, start: 4, sick: 2 };

/** How often a lane's size is computed anew. */
export const laneRecomputeMs = 2 * secondMs;
/** How far back the latency of answers counts; arrivals and successes count as far back as the breaker looks, by default as far. */
export const laneWindowMs = minuteMs;
/** A lane of no known plan never grows beyond this. */
export const largestLane = plans.scale.lane_cap;
/** A lane grows only while it uses at least this part of what it has (Netflix concurrency-limits: an unused limit proves nothing). */
const usedToGrow = 0.5;
const successToGrow = 0.9;
/** …and while L is within this of its base: what our own requests wait for each other at the endpoint is no reason to send more of them. */
const latencyToGrow = { factor: 1.5, slackMs: 20 };
/** The base is the lowest L seen, and rises by this with each computation that has an L, so that an endpoint that has become slower is believed at last. */
const baseCreep = 1.01;
/** Below this success rate a lane is sick. */
const successToBeWell = 0.5;

/** What was measured, as it is kept through a restart. */
export interface LaneMeasure {
  /** λ: deliveries that arrived per second. */
  readonly arrivalPerS: number;
  /** L: the 99th percentile of 2xx answers in milliseconds; null without any. */
  readonly latencyP99Ms: number | null;
  /** The lowest L lately; null or absent without any. */
  readonly latencyBaseMs?: number | null;
}

export interface LaneSizeState {
  readonly cap: number;
  /** Under half of what ended in the last minute was a success. The breaker's say comes on top: see `capOf`. */
  readonly failing: boolean;
  /** Most permits held at once since the last computation. */
  readonly peak: number;
  /** The first arrival; null before. */
  readonly since: EpochMs | null;
  readonly recomputeAt: EpochMs;
  readonly latencies: WindowState;
  /** The lowest L seen, rising slowly; null before the first, and when the lane was at rest. */
  readonly baseMs: number | null;
  /** What an earlier process had measured; counts until this one has watched for as long. */
  readonly restored: (LaneMeasure & { readonly until: EpochMs }) | null;
}

export interface LaneSizeAsk {
  /** The plan's ceiling for a lane. */
  readonly planCap: number | undefined;
  /** The breaker's say: the circuit is closed, and the endpoint is not silent. */
  readonly isAnswering: boolean;
}

const latencies = latencyHistogram(laneWindowMs);

/**
 * How many permits a lane gets, by Little's law: what arrives in the time that one delivery takes is under way at once,
 * so C = ⌈λ · L⌉ + headroom with λ from arrivals and L the p99 of 2xx answers over the last 60 s (answers of a failing
 * endpoint, quick or hanging, say nothing about its capacity). A backlog or a replay goes on when little arrives: what was delivered per second
 * counts as well, without headroom, so that a lane keeps what it makes use of. Computed anew every 2 s, within [min, plan cap]; it grows
 * only while the lane uses at least half of what it has, at least 90 % succeed and L holds against the lowest seen (or the
 * lane would feed on its own queueing: more in flight, longer answers, a larger lane). Sick (the breaker is not closed, the
 * endpoint does not answer, or under half succeeded in the last minute): 2. Our own faults, and what was never sent, count as neither success nor
 * failure. What arrived and how it ended is counted by the breaker and passed in.
 *
 * Sizes only: whoever counts the permits compares them with {@link LaneSizing.capOf}.
 */
export interface LaneSizing {
  initial(now: EpochMs): LaneSizeState;
  /** A lane of which an earlier process had measured this. */
  restore(measure: LaneMeasure, now: EpochMs): LaneSizeState;
  /** Deliveries arrived for the lane (accepted; neither replayed nor retried). */
  arrived(state: LaneSizeState, now: EpochMs): LaneSizeState;
  /** A permit was taken and the lane now holds `held`. */
  took(state: LaneSizeState, held: number): LaneSizeState;
  /** @param traffic with this end counted */
  observe(state: LaneSizeState, end: Pick<AttemptEnd, "classification" | "durationMs">, now: EpochMs, traffic: LaneTraffic): LaneSizeState;
  /** Computes the size anew when it is time; call it for every lane in use, with the permits it holds. Identity before. */
  tick(state: LaneSizeState, now: EpochMs, held: number, ask: LaneSizeAsk, traffic: LaneTraffic): LaneSizeState;
  /** How many permits the lane may hold now: at least 1, never above the plan's cap. */
  capOf(state: Pick<LaneSizeState, "cap" | "failing">, ask: LaneSizeAsk): number;
  isSick(state: Pick<LaneSizeState, "failing">, isAnswering: boolean): boolean;
  /** What to keep through a restart and to show. */
  measure(state: LaneSizeState, now: EpochMs, traffic: LaneTraffic): LaneMeasure;
  /** λ alone, in deliveries per second. */
  arrivalPerS(state: LaneSizeState, now: EpochMs, traffic: LaneTraffic): number;
  /** Beside an idle breaker. */
  isIdle(state: LaneSizeState, now: EpochMs): boolean;
}

/** @param recent counts what is passed in as `traffic` */
export function laneSizing(config: LaneSizeConfig, recent: LaneTrafficWindow = laneTraffic(laneWindowMs)): LaneSizing {
  const initial = (now: EpochMs): LaneSizeState => ({
    cap: config.start,
    failing: false,
    peak: 0,
    since: null,
    recomputeAt: now + laneRecomputeMs,
    latencies: latencies.empty,
    baseMs: null,
    restored: null,
  });

  /** Null when nothing 2xx was seen and so nothing is known. */
  function needed({ arrivalPerS, latencyP99Ms }: LaneMeasure, deliveredPerS = 0): number | null {
    if (latencyP99Ms === null) return arrivalPerS === 0 ? config.start : null;
    const underWay = (perS: number) => Math.ceil((perS * latencyP99Ms) / secondMs);
    return Math.max(underWay(arrivalPerS) + config.headroom, underWay(deliveredPerS));
  }

  function within(cap: number, planCap = largestLane): number {
    return Math.max(1, Math.min(planCap, Math.max(config.min, cap)));
  }

  /** 0 to 1; 1 when nothing ended. */
  function successRate(traffic: LaneTraffic, now: EpochMs): number {
    const { succeeded, refused, failed } = recent.results(traffic, now);
    const ended = succeeded + refused + failed;
    return ended === 0 ? 1 : succeeded / ended;
  }

  const isFailing = (traffic: LaneTraffic, now: EpochMs) => successRate(traffic, now) < successToBeWell;

  function arrivalPerS({ since, restored }: LaneSizeState, now: EpochMs, traffic: LaneTraffic): number {
    const measured = recent.arrivalPerS(traffic, since, now);
    // A young process has seen too little to contradict what the last one knew.
    return restored === null || restored.until <= now ? measured : Math.max(measured, restored.arrivalPerS);
  }

  function measure(state: LaneSizeState, now: EpochMs, traffic: LaneTraffic): LaneMeasure {
    const { restored } = state;
    const known = restored === null || restored.until <= now ? null : restored.latencyP99Ms;
    return {
      arrivalPerS: arrivalPerS(state, now, traffic),
      latencyP99Ms: latencies.quantileMs(state.latencies, now, 0.99) ?? known,
      latencyBaseMs: state.baseMs,
    };
  }

  function baseAfter({ baseMs }: LaneSizeState, latencyP99Ms: number | null): number | null {
    if (baseMs === null || latencyP99Ms === null) return baseMs ?? latencyP99Ms;
    return Math.min(baseMs * baseCreep, latencyP99Ms);
  }

  function holds(latencyP99Ms: number | null, baseMs: number | null): boolean {
    return latencyP99Ms === null || baseMs === null || latencyP99Ms <= latencyToGrow.factor * baseMs + latencyToGrow.slackMs;
  }

  function recomputed(
    state: LaneSizeState,
    now: EpochMs,
    held: number,
    { planCap, isAnswering }: LaneSizeAsk,
    traffic: LaneTraffic,
  ): LaneSizeState {
    const success = successRate(traffic, now);
    const current = within(state.cap, planCap);
    const measured = measure(state, now, traffic);
    const target = within(needed(measured, recent.deliveredPerS(traffic, now)) ?? current, planCap);
    const isAtRest = recent.isEmpty(traffic, now) && held === 0;
    const baseMs = isAtRest ? null : baseAfter(state, measured.latencyP99Ms);
    const isUsed = state.peak >= current * usedToGrow;
    const mayGrow = isUsed && success >= successToGrow && isAnswering && holds(measured.latencyP99Ms, baseMs);
    const cap = target < current || mayGrow || isAtRest ? target : current;
    const restored = state.restored && state.restored.until > now ? state.restored : null;
    return { ...state, cap, failing: success < successToBeWell, restored, baseMs, peak: held, recomputeAt: now + laneRecomputeMs };
  }

  return {
    initial,
    restore(measure, now) {
      const { arrivalPerS, latencyP99Ms, latencyBaseMs = null } = measure;
      const cap = within(needed(measure) ?? config.start);
      return { ...initial(now), cap, baseMs: latencyBaseMs, restored: { arrivalPerS, latencyP99Ms, until: now + laneWindowMs } };
    },
    arrived: (state, now) => (state.since === null ? { ...state, since: now } : state),
    took: (state, held) => (held > state.peak ? { ...state, peak: held } : state),
    observe(state, { classification, durationMs }, now, traffic) {
      if (breakerOutcome(classification) === "nothing") return state;
      const took = classification.success ? latencies.record(state.latencies, now, durationMs) : state.latencies;
      // A success makes no lane fail; what expires meanwhile is seen by the next tick.
      const failing = (state.failing || !classification.success) && isFailing(traffic, now);
      return { ...state, failing, latencies: took };
    },
    tick: (state, now, held, ask, traffic) => (now >= state.recomputeAt ? recomputed(state, now, held, ask, traffic) : state),
    capOf(state, { planCap, isAnswering }) {
      if (!isAnswering || state.failing) return Math.max(1, Math.min(config.sick, planCap ?? largestLane));
      return within(state.cap, planCap);
    },
    isSick: (state, isAnswering) => !isAnswering || state.failing,
    measure,
    arrivalPerS,
    isIdle: (state, now) =>
      state.cap === config.start &&
      !state.failing &&
      state.peak === 0 &&
      state.baseMs === null &&
      (state.restored === null || state.restored.until <= now) &&
      latencies.isEmpty(state.latencies, now),
  };
}

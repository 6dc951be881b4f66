import type { Verdict } from "../policy/verdict.ts";
import type { Random } from "../random/random.ts";
import type { EpochMs } from "../time/durations.ts";
import { timeWindow, type WindowState } from "../windows/time-window.ts";
import { type BreakerConfig, healthyRatio } from "./breaker-config.ts";
import { type BreakerAsk, type BreakerEnd, breakerOutcome } from "./breaker-end.ts";
import { type Circuit, closed, forgiven, isProbeDue, newCircuit, opened, probeReleased, probing } from "./circuit.ts";
import { type Sighting, sightings } from "./sightings.ts";
import { restoreCircuit, type StoredCircuit } from "./stored-circuit.ts";
import { checkCircuit } from "./verdicts.ts";

/** Of a host's lane, by its latest attempt; an answer other than 5xx tells of the subscription, not of the host. */
export type LaneStatus = "ok" | "server_error" | "unreachable";

export interface HostBreakerState extends Circuit {
  /** The host's lanes that sent something within `window_ms`, a sample of them where they are many. */
  readonly lanes: readonly Sighting<LaneStatus>[];
  /** Attempts within `window_ms` since more than one lane is known: ok, 5xx, unreachable. */
  readonly attempts: WindowState;
  /** Attempts without an answer within `timeout_window_ms`, since the last answer. */
  readonly silent: WindowState;
  /** The last answer, since the circuit closed; null when there was none. */
  readonly answeredAt: EpochMs | null;
  /** What opened the circuit; null while it was closed ever since. After news from elsewhere: what they were about is unknown, so null. */
  readonly openedBy: "server_error" | "unreachable" | null;
}

export interface HostBreakerEnd extends BreakerEnd {
  readonly laneId: string;
}

/** The breaker of one host, over all its subscriptions. The same shape as that of a subscription. */
export interface HostBreaker {
  initial(now: EpochMs): HostBreakerState;
  restore(stored: StoredCircuit, now: EpochMs): HostBreakerState;
  check(state: HostBreakerState, now: EpochMs, ask: BreakerAsk): Verdict;
  /** When the circuit is not closed, the permit is the probe. The permit carries the generation of the state *after* this. */
  take(state: HostBreakerState, now: EpochMs): HostBreakerState;
  giveBack(state: HostBreakerState, now: EpochMs, generation: number): HostBreakerState;
  observe(state: HostBreakerState, end: HostBreakerEnd, now: EpochMs): HostBreakerState;
  isIdle(state: HostBreakerState, now: EpochMs): boolean;
}

/** A host fails only when this many of its lanes cannot reach it… */
export const minUnreachableLanes = 2;
/** …or this many, and this share of the active ones, get no more than 5xx or nothing. */
export const minFailingLanes = 5;
export const failingLanesRatio = 0.5;
/** Lanes that are remembered per host; of more of them it is a fair sample. */
const sampledLanes = 32;

const ok = 0;
const serverError = 1;
const unreachable = 2;
const counterOf = { ok, server_error: serverError, unreachable } as const;
const reasons = { open: "host_circuit_open", probing: "host_probe_in_flight" } as const;

/**
 * The same machine as for a subscription, fed by what says something about the host: attempts without an answer once
 * {@link minUnreachableLanes} lanes end so, and 5xx once {@link minFailingLanes} and {@link failingLanesRatio} of the
 * active lanes fail. So one customer's 500s, or one customer's dead path, never shut a shared host, and a host with one
 * subscription is left to that subscription's breaker.
 */
export function hostBreaker(config: BreakerConfig, random: Random): HostBreaker {
  const attemptWindow = timeWindow({ spanMs: config.window_ms, counters: 3 });
  const silentWindow = timeWindow({ spanMs: config.timeout_window_ms, counters: 1 });
  const crowd = sightings<LaneStatus>({ spanMs: config.window_ms, size: sampledLanes });
  const noEvidence = { lanes: [], attempts: attemptWindow.empty, silent: silentWindow.empty, answeredAt: null };

  function hadAnswer({ answeredAt }: HostBreakerState, now: EpochMs): boolean {
    return answeredAt !== null && now - answeredAt < config.timeout_window_ms;
  }

  /** What has to count as a failure of the host now, and whether that opens it. */
  function mustOpenBy(state: HostBreakerState, now: EpochMs): "server_error" | "unreachable" | null {
    const lanes = crowd.live(state.lanes, now);
    const lost = lanes.filter(({ status }) => status === "unreachable").length;
    const failing = lanes.filter(({ status }) => status !== "ok").length;
    const lostCounts = lost >= minUnreachableLanes;
    const errorsCount = failing >= minFailingLanes && failing >= failingLanesRatio * lanes.length;
    if (!lostCounts && !errorsCount) return null;

    const [good, errors, silent] = attemptWindow.sums(state.attempts, now) as [number, number, number];
    const all = good + errors + silent;
    const bad = (errorsCount ? errors : 0) + (lostCounts ? silent : 0);
    if (all >= config.min_attempts && bad >= config.failure_ratio * all)
      return lostCounts && silent >= errors ? "unreachable" : "server_error";
    const isBlackHole = lostCounts && !hadAnswer(state, now) && silentWindow.sum(state.silent, now, 0) >= config.timeout_count;
    return isBlackHole ? "unreachable" : null;
  }

  function recorded(state: HostBreakerState, laneId: string, status: LaneStatus, now: EpochMs): HostBreakerState {
    const lanes = crowd.see(state.lanes, laneId, status, null, now);
    // One lane alone tells nothing about its host, so nothing more is kept of it.
    if (lanes.length < minUnreachableLanes) return lanes === state.lanes ? state : { ...state, lanes };
    const attempts = attemptWindow.add(state.attempts, now, counterOf[status]);
    if (status === "unreachable") return { ...state, lanes, attempts, silent: silentWindow.add(state.silent, now, 0) };
    return { ...state, lanes, attempts, silent: silentWindow.empty, answeredAt: now };
  }

  function isHealthy(state: HostBreakerState, now: EpochMs): boolean {
    const [good, errors, silent] = attemptWindow.sums(state.attempts, now) as [number, number, number];
    return good >= healthyRatio * (good + errors + silent);
  }

  function probed(state: HostBreakerState, status: LaneStatus, now: EpochMs): HostBreakerState {
    // What the host was shut for decides: where it was unreachable, a 5xx is an answer.
    const isFailure = status === "unreachable" || (status === "server_error" && state.openedBy === "server_error");
    if (isFailure) return { ...state, ...noEvidence, ...opened(state, now, config, random) };
    return { ...noEvidence, openedBy: null, ...closed(state, now, config) };
  }

  return {
    initial: () => ({ ...newCircuit, ...noEvidence, openedBy: null }),
    restore: (stored, now) => ({ ...restoreCircuit(stored, now, config), ...noEvidence, openedBy: null }),
    check: (state, now, { frozen }) => checkCircuit(state, now, frozen, reasons),
    take: (state, now) => (state.phase !== "closed" && isProbeDue(state, now) ? { ...state, ...probing(state, now, config) } : state),
    giveBack(state, now, generation) {
      return state.phase === "half_open" && generation === state.generation ? { ...state, ...probeReleased(state, now) } : state;
    },
    observe(state, { laneId, generation, classification, frozen }, now) {
      if (frozen || generation !== state.generation || state.phase === "open") return state;
      const outcome = breakerOutcome(classification);
      if (outcome === "nothing") return state.phase === "half_open" ? { ...state, ...probeReleased(state, now) } : state;
      const isServerError = classification.status !== null && classification.status >= 500;
      const status = outcome === "unreachable" ? "unreachable" : isServerError ? "server_error" : "ok";
      if (state.phase === "half_open") return probed(state, status, now);
      const next = recorded(state, laneId, status, now);
      const openedBy = mustOpenBy(next, now);
      if (openedBy) return { ...noEvidence, openedBy, ...opened(next, now, config, random) };
      return status === "ok" ? forgiven(next, isHealthy(next, now), now, config) : next;
    },
    isIdle(state, now) {
      if (state.phase !== "closed" || state.level > 0 || hadAnswer(state, now) || crowd.live(state.lanes, now).length > 0) return false;
      return attemptWindow.isEmpty(state.attempts, now) && silentWindow.isEmpty(state.silent, now);
    },
  };
}

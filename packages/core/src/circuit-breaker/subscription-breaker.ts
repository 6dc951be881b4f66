import type { Classification } from "../classify/classification.ts";
import { type LaneTraffic, laneTraffic } from "../lane-traffic/lane-traffic.ts";
import type { Verdict } from "../policy/verdict.ts";
import type { Random } from "../random/random.ts";
import { dayMs, type EpochMs, secondMs } from "../time/durations.ts";
import { timeWindow, type WindowState } from "../windows/time-window.ts";
import { type BreakerConfig, healthyRatio } from "./breaker-config.ts";
import { type BreakerAsk, type BreakerEnd, breakerOutcome } from "./breaker-end.ts";
import { type Circuit, closed, forgiven, isProbeDue, newCircuit, opened, probeReleased, probing } from "./circuit.ts";
import { restoreCircuit, type StoredCircuit } from "./stored-circuit.ts";
import { checkCircuit } from "./verdicts.ts";

export interface SubscriptionBreakerState extends Circuit {
  /** Within `window_ms`: arrivals, and attempts since the circuit closed. The lane's size is computed from it, too. */
  readonly traffic: LaneTraffic;
  /** Attempts without an answer within `timeout_window_ms`, since the last one that was answered. */
  readonly silent: WindowState;
  /** The last answer that was no failure, since the circuit closed; null when there was none. */
  readonly answeredAt: EpochMs | null;
  /** The latest attempt without an answer, since the last one that was answered with whatever status; null when there was none. */
  readonly unansweredAt: EpochMs | null;
}

/** What a circuit was opened for. */
export interface OpeningEvidence {
  /** Ended within `window_ms`. */
  readonly attempts: number;
  /** How many of them failed. */
  readonly failures: number;
  /** Attempts without any answer within `timeout_window_ms`, since the last answer. */
  readonly unanswered: number;
}

/** What {@link SubscriptionBreaker.isSilent} looks at. */
export type Answers = Pick<SubscriptionBreakerState, "phase" | "changedAt" | "answeredAt" | "unansweredAt">;

/** The breaker of one subscription. The same shape as a policy; its `observe` and `giveBack` want the permit's generation. */
export interface SubscriptionBreaker {
  initial(now: EpochMs): SubscriptionBreakerState;
  /**
   * From stored state: open stays open, closed stays closed, the doubling is kept.
   *
   * @param unansweredAt of a lane that was silent
   */
  restore(stored: StoredCircuit, now: EpochMs, unansweredAt?: EpochMs | null): SubscriptionBreakerState;
  check(state: SubscriptionBreakerState, now: EpochMs, ask: BreakerAsk): Verdict;
  /** When the circuit is not closed, the permit is the probe. The permit carries the generation of the state *after* this. */
  take(state: SubscriptionBreakerState, now: EpochMs): SubscriptionBreakerState;
  /** A probe that was not sent leaves its place to another. */
  giveBack(state: SubscriptionBreakerState, now: EpochMs, generation: number): SubscriptionBreakerState;
  observe(state: SubscriptionBreakerState, end: BreakerEnd, now: EpochMs): SubscriptionBreakerState;
  /** At least 90 % of the attempts within `window_ms` were answered well. */
  isHealthy(state: SubscriptionBreakerState, now: EpochMs): boolean;
  /** What an opening was decided by. @param before the state that the failure `after` opened was recorded on */
  openingEvidence(before: SubscriptionBreakerState, after: SubscriptionBreakerState, now: EpochMs): OpeningEvidence;
  /** What was sent per second since the circuit closed, within `window_ms`. */
  attemptsPerS(state: SubscriptionBreakerState, now: EpochMs): number;
  /**
   * An attempt got no answer, and nothing succeeded for `timeout_window_ms`: so it stays until there is an answer, however
   * long nothing is sent.
   */
  isSilent(state: Answers, now: EpochMs): boolean;
  isIdle(state: SubscriptionBreakerState, now: EpochMs): boolean;
}

/** A lane that did not answer is remembered for so long without another attempt. */
const silenceKeptMs = 7 * dayMs;

type Heard = "answered" | "failed" | "unreachable";
const reasons = { open: "circuit_open", probing: "probe_in_flight" } as const;

/**
 * Opens at `failure_ratio` of at least `min_attempts` within `window_ms`, or at `timeout_count` attempts without an answer
 * when nothing succeeded for `timeout_window_ms`: a black hole with few permits never reaches the minimum of the ratio.
 * Evidence begins anew at each closing. Open for `open_ms`, doubling to `max_open_ms`; then one leased probe decides.
 */
export function subscriptionBreaker(config: BreakerConfig, random: Random): SubscriptionBreaker {
  const recent = laneTraffic(config.window_ms);
  const silentWindow = timeWindow({ spanMs: config.timeout_window_ms, counters: 1 });
  const noEvidence = { silent: silentWindow.empty, answeredAt: null };
  const begun = (traffic: LaneTraffic) => ({ ...noEvidence, traffic: recent.withoutResults(traffic) });

  function hadSuccess({ answeredAt }: SubscriptionBreakerState, now: EpochMs): boolean {
    return answeredAt !== null && now - answeredAt < config.timeout_window_ms;
  }

  /** Every answer that is no failure speaks for the endpoint, whether it accepted or refused. */
  function attemptsOf({ traffic }: SubscriptionBreakerState, now: EpochMs): { ok: number; bad: number } {
    const { succeeded, refused, failed } = recent.results(traffic, now);
    return { ok: succeeded + refused, bad: failed };
  }

  function mustOpen(state: SubscriptionBreakerState, now: EpochMs): boolean {
    const { ok, bad } = attemptsOf(state, now);
    if (ok + bad >= config.min_attempts && bad >= config.failure_ratio * (ok + bad)) return true;
    return !hadSuccess(state, now) && silentWindow.sum(state.silent, now, 0) >= config.timeout_count;
  }

  function isHealthy(state: SubscriptionBreakerState, now: EpochMs): boolean {
    const { ok, bad } = attemptsOf(state, now);
    return ok > 0 && ok >= healthyRatio * (ok + bad);
  }

  function recorded(state: SubscriptionBreakerState, { success }: Classification, outcome: Heard, now: EpochMs) {
    const isAnswer = outcome === "answered";
    const traffic = recent.ended(state.traffic, isAnswer ? (success ? "succeeded" : "refused") : "failed", now);
    // An answer rules out what was silent before it for as long as that would count.
    const silent = outcome === "unreachable" ? silentWindow.add(state.silent, now, 0) : isAnswer ? silentWindow.empty : state.silent;
    return { ...state, traffic, silent, answeredAt: isAnswer ? now : state.answeredAt, unansweredAt: unansweredAfter(outcome, now) };
  }

  const unansweredAfter = (outcome: Heard, now: EpochMs) => (outcome === "unreachable" ? now : null);

  function probed(state: SubscriptionBreakerState, outcome: ReturnType<typeof breakerOutcome>, now: EpochMs): SubscriptionBreakerState {
    if (outcome === "nothing") return { ...state, ...probeReleased(state, now) };
    const unansweredAt = unansweredAfter(outcome, now);
    return {
      ...begun(state.traffic),
      unansweredAt,
      ...(outcome === "answered" ? closed(state, now, config) : opened(state, now, config, random)),
    };
  }

  return {
    initial: () => ({ ...newCircuit, ...noEvidence, unansweredAt: null, traffic: recent.empty }),
    restore: (stored, now, unansweredAt = null) => ({
      ...restoreCircuit(stored, now, config),
      ...noEvidence,
      unansweredAt,
      traffic: recent.empty,
    }),
    check: (state, now, { frozen }) => checkCircuit(state, now, frozen, reasons),
    take: (state, now) => (state.phase !== "closed" && isProbeDue(state, now) ? { ...state, ...probing(state, now, config) } : state),
    giveBack(state, now, generation) {
      return state.phase === "half_open" && generation === state.generation ? { ...state, ...probeReleased(state, now) } : state;
    },
    observe(state, { generation, classification, frozen, recovering = false }, now) {
      // Frozen, or of an earlier generation, or no permit of an open circuit: nothing is learnt.
      if (frozen || generation !== state.generation || state.phase === "open") return state;
      const outcome = breakerOutcome(classification);
      if (state.phase === "half_open") return probed(state, outcome, now);
      if (outcome === "nothing") return state;
      const next = recorded(state, classification, outcome, now);
      if (mustOpen(next, now)) return { ...next, ...begun(next.traffic), ...opened(next, now, config, random) };
      return outcome === "answered" ? forgiven(next, !recovering && isHealthy(next, now), now, config) : next;
    },
    isHealthy,
    openingEvidence(before, { unansweredAt }, now) {
      const { ok, bad } = attemptsOf(before, now);
      // The failure that opened the circuit is in neither state's windows.
      return {
        attempts: ok + bad + 1,
        failures: bad + 1,
        unanswered: silentWindow.sum(before.silent, now, 0) + (unansweredAt === now ? 1 : 0),
      };
    },
    attemptsPerS(state, now) {
      const { ok, bad } = attemptsOf(state, now);
      return ((ok + bad) * secondMs) / Math.max(secondMs, Math.min(config.window_ms, now - state.changedAt));
    },
    isSilent({ phase, changedAt, answeredAt, unansweredAt }, now) {
      if (unansweredAt === null) return false;
      // Only an answer closes a circuit.
      const lastAnswerAt = answeredAt ?? (phase === "closed" && changedAt > 0 ? changedAt : null);
      return lastAnswerAt === null || now - lastAnswerAt >= config.timeout_window_ms;
    },
    isIdle(state, now) {
      if (state.phase !== "closed" || state.level > 0 || hadSuccess(state, now)) return false;
      if (state.unansweredAt !== null && now - state.unansweredAt < silenceKeptMs) return false;
      return recent.isEmpty(state.traffic, now) && silentWindow.isEmpty(state.silent, now);
    },
  };
}

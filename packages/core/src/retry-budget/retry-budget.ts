import type { Classification } from "../classify/classification.ts";
import { allowed, refusedUntil, type Verdict } from "../policy/verdict.ts";
import type { EpochMs } from "../time/durations.ts";
import {
  availableAt,
  fullBucket,
  holds,
  putTokens,
  type TokenBucketSpec,
  type TokenBucketState,
  takeTokens,
  tokensAt,
} from "../token-bucket/token-bucket.ts";
import { type BudgetConfig, fleetBudget, hostBudget } from "./budget-config.ts";
import { floorAvailableAt, fullLaneBudget, isLaneBudgetFull, type LaneBudgetState, laneBudgetAt } from "./lane-budget.ts";

/** The states of the three levels that one retry is paid from: of the lane, of its host, of this worker's part of the fleet. */
export interface RetryBudgetState {
  readonly lane: LaneBudgetState;
  readonly host: TokenBucketState;
  readonly fleet: TokenBucketState;
}

/** Rates of new deliveries per second (retries not counted), and who shares the fleet's level. */
export interface RetryBudgetAsk {
  readonly laneOfferedPerS: number;
  readonly hostOfferedPerS: number;
  readonly workerOfferedPerS: number;
  readonly liveWorkers: number;
}

type FleetAsk = Pick<RetryBudgetAsk, "workerOfferedPerS" | "liveWorkers">;

/** What a retry was paid from: the lane's guaranteed floor alone, or all three levels. Needed to hand it back. */
export type RetryCharge = "floor" | "levels";

/** What a subscription wants done with a retry that the budget does not afford. */
export type OnEmptyBudget = "defer" | "dead_letter";

/**
 * How many retries are affordable: each costs one token at the lane, its host and the fleet, and each success earns
 * `ratio` tokens at all three. A lane's floor, min(`floor_per_s`, `ratio` · offered), is its own and asks nobody: so a
 * failing tenant cannot spend a healthy one's retries. Asked for the retry class alone.
 */
export function retryBudget(config: BudgetConfig) {
  const hostSpec = (ask: Pick<RetryBudgetAsk, "hostOfferedPerS">) => hostBudget(config, ask.hostOfferedPerS);
  const fleetSpec = (ask: FleetAsk) => fleetBudget(config, ask.workerOfferedPerS, ask.liveWorkers);

  const chargeAt = (state: RetryBudgetState, now: EpochMs, ask: RetryBudgetAsk): RetryCharge | null => {
    const lane = laneBudgetAt(state.lane, config, ask.laneOfferedPerS, now);
    if (holds(lane.floor, 1)) return "floor";
    const isUpperFilled = holds(tokensAt(state.host, hostSpec(ask), now), 1) && holds(tokensAt(state.fleet, fleetSpec(ask), now), 1);
    return holds(lane.earned, 1) && isUpperFilled ? "levels" : null;
  };

  /** What lies above the lane: both levels afford one, or null when time alone does not bring that. */
  function upperAvailableAt(state: RetryBudgetState, now: EpochMs, ask: RetryBudgetAsk): EpochMs | null {
    const host = availableAt(state.host, hostSpec(ask), now);
    const fleet = availableAt(state.fleet, fleetSpec(ask), now);
    return host === null || fleet === null ? null : Math.max(host, fleet);
  }

  const withLane = (state: RetryBudgetState, lane: LaneBudgetState): RetryBudgetState => ({ ...state, lane });

  return {
    initialLane: (now: EpochMs): LaneBudgetState => fullLaneBudget(config, now),
    initialHost: (now: EpochMs): TokenBucketState => fullBucket(hostBudget(config, 0), now),
    initialFleet: (now: EpochMs, liveWorkers: number): TokenBucketState => fullBucket(fleetBudget(config, 0, liveWorkers), now),

    /** Refused until the floor or, if they come first, all levels afford one: five minutes at the most. */
    check(state: RetryBudgetState, now: EpochMs, ask: RetryBudgetAsk): Verdict {
      if (chargeAt(state, now, ask) !== null) return allowed;
      const lane = laneBudgetAt(state.lane, config, ask.laneOfferedPerS, now);
      const floorAt = floorAvailableAt(lane, config, ask.laneOfferedPerS, now);
      const upperAt = holds(lane.earned, 1) ? upperAvailableAt(state, now, ask) : null;
      return refusedUntil("retry_budget", Math.min(floorAt, upperAt ?? floorAt));
    },

    /** Pays for one retry that {@link check} agreed to, and says what from. */
    take(state: RetryBudgetState, now: EpochMs, ask: RetryBudgetAsk): { state: RetryBudgetState; charge: RetryCharge } {
      const lane = laneBudgetAt(state.lane, config, ask.laneOfferedPerS, now);
      if (chargeAt(state, now, ask) !== "levels") {
        return { state: withLane(state, { ...lane, floor: Math.max(0, lane.floor - 1) }), charge: "floor" };
      }
      const host = takeTokens(state.host, hostSpec(ask), now);
      const fleet = takeTokens(state.fleet, fleetSpec(ask), now);
      return { state: { lane: { ...lane, earned: lane.earned - 1 }, host, fleet }, charge: "levels" };
    },

    /** A retry that was paid for was not made. */
    giveBack(state: RetryBudgetState, now: EpochMs, ask: RetryBudgetAsk, charge: RetryCharge): RetryBudgetState {
      const lane = laneBudgetAt(state.lane, config, ask.laneOfferedPerS, now);
      if (charge === "floor") return withLane(state, { ...lane, floor: Math.min(1, lane.floor + 1) });
      const put = (bucket: TokenBucketState, spec: TokenBucketSpec) => putTokens(bucket, spec, now, 1);
      const earned = Math.min(config.burst - 1, lane.earned + 1);
      return { lane: { ...lane, earned }, host: put(state.host, hostSpec(ask)), fleet: put(state.fleet, fleetSpec(ask)) };
    },

    /** Any attempt ended, of whatever class: a success earns `ratio` tokens at every level, anything else nothing. */
    observe(state: RetryBudgetState, { success }: Pick<Classification, "success">, now: EpochMs, ask: RetryBudgetAsk): RetryBudgetState {
      if (!success) return state;
      const lane = laneBudgetAt(state.lane, config, ask.laneOfferedPerS, now);
      const earned = Math.min(config.burst - 1, lane.earned + config.ratio);
      const put = (bucket: TokenBucketState, spec: TokenBucketSpec) => putTokens(bucket, spec, now, config.ratio);
      return { lane: { ...lane, earned }, host: put(state.host, hostSpec(ask)), fleet: put(state.fleet, fleetSpec(ask)) };
    },

    /** What has refilled by `now` at the rates that held so far; to be called before one of them rises. */
    settled(state: RetryBudgetState, now: EpochMs, ask: RetryBudgetAsk): RetryBudgetState {
      const put = (bucket: TokenBucketState, spec: TokenBucketSpec) => putTokens(bucket, spec, now, 0);
      const lane = laneBudgetAt(state.lane, config, ask.laneOfferedPerS, now);
      return { lane, host: put(state.host, hostSpec(ask)), fleet: put(state.fleet, fleetSpec(ask)) };
    },

    /** How full a lane's budget is, 0 to 1. */
    laneFill(lane: LaneBudgetState, now: EpochMs, offeredPerS: number): number {
      const { floor, earned } = laneBudgetAt(lane, config, offeredPerS, now);
      return (floor + earned) / config.burst;
    },

    /** How full a host's budget is, 0 to 1. */
    hostFill(host: TokenBucketState, now: EpochMs, hostOfferedPerS: number): number {
      const spec = hostSpec({ hostOfferedPerS });
      return tokensAt(host, spec, now) / spec.burst;
    },

    /** Retries that this worker's part of the fleet's budget affords now, and at the most. */
    fleetTokens(fleet: TokenBucketState, now: EpochMs, ask: FleetAsk): { tokens: number; burst: number } {
      const spec = fleetSpec(ask);
      return { tokens: tokensAt(fleet, spec, now), burst: spec.burst };
    },

    isLaneIdle: (lane: LaneBudgetState, now: EpochMs): boolean => isLaneBudgetFull(lane, config, now),
    isHostIdle: (host: TokenBucketState, now: EpochMs): boolean => holds(tokensAt(host, hostBudget(config, 0), now), config.host_burst),
  };
}

/** What becomes of a retry whose budget said `verdict`. Waiting is the default; nothing is lost by it but time. */
export function onVerdict(
  verdict: Verdict,
  onEmpty: OnEmptyBudget,
): { readonly kind: "send" } | { readonly kind: "defer"; readonly until: EpochMs | null } | { readonly kind: "dead_letter" } {
  if (verdict.ok) return { kind: "send" };
  return onEmpty === "dead_letter" ? { kind: "dead_letter" } : { kind: "defer", until: verdict.until };
}

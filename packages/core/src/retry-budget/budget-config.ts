import type { TokenBucketSpec } from "../token-bucket/token-bucket.ts";

/** Keys of `budget` in the policy configuration. */
export interface BudgetConfig {
  /** What one success earns, and the share of the offered rate that a floor refills with. 0 to 1. */
  readonly ratio: number;
  /** The most that a floor refills with, per second. */
  readonly floor_per_s: number;
  /** Retries that a lane may have saved up. At least 1. */
  readonly burst: number;
  /** The same for a host, over all its lanes. */
  readonly host_burst: number;
  /** The same for all workers together. */
  readonly fleet_burst: number;
}

export const defaultBudgetConfig: BudgetConfig = { ratio: 0.1, floor_per_s: 1, burst: 10, host_burst: 50, fleet_burst: 100 };

/** However little a lane is offered, one retry in five minutes is affordable. */
export const minFloorPerS = 1 / 300;

/**
 * The refill of a level in tokens per second: min(`floor_per_s`, `ratio` · offered), and never less than one in five minutes.
 *
 * @param offeredPerS new deliveries per second at that level, retries not counted
 */
export function floorPerS({ ratio, floor_per_s }: BudgetConfig, offeredPerS: number): number {
  return Math.max(minFloorPerS, Math.min(floor_per_s, ratio * offeredPerS));
}

/** The bucket of a host. */
export function hostBudget(config: BudgetConfig, offeredPerS: number): TokenBucketSpec {
  return { perS: floorPerS(config, offeredPerS), burst: config.host_burst };
}

/**
 * This worker's part of the fleet's bucket: its burst and its fixed refill are divided among the live workers; the share of
 * the offered rate is not, since each worker measures its own part of it. A part holds at least one token.
 */
export function fleetBudget(config: BudgetConfig, offeredPerS: number, liveWorkers: number): TokenBucketSpec {
  const workers = Math.max(1, liveWorkers);
  const perS = Math.max(minFloorPerS / workers, Math.min(config.floor_per_s / workers, config.ratio * offeredPerS));
  return { perS, burst: Math.max(1, config.fleet_burst / workers) };
}

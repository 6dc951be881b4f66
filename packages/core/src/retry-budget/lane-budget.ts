import { type EpochMs, secondMs } from "../time/durations.ts";
import { holds } from "../token-bucket/token-bucket.ts";
import { type BudgetConfig, floorPerS, minFloorPerS } from "./budget-config.ts";

/** A lane's tokens: `burst` at the most, together. */
export interface LaneBudgetState {
  /** Of the guaranteed floor, up to 1: a retry paid from it asks no upper level. */
  readonly floor: number;
  /** Earned by successes, or left over from the floor when that is full. */
  readonly earned: number;
  /** When both were true. */
  readonly at: EpochMs;
}

/** What the floor holds; the rest of a lane's burst is for what was earned. */
export const floorBurst = 1;

export function fullLaneBudget({ burst }: BudgetConfig, now: EpochMs): LaneBudgetState {
  return { floor: floorBurst, earned: burst - floorBurst, at: now };
}

/** The floor refills first, what it cannot hold goes to the earned part. A clock that went back refills nothing. */
export function laneBudgetAt(state: LaneBudgetState, config: BudgetConfig, offeredPerS: number, now: EpochMs): LaneBudgetState {
  const refill = (Math.max(0, now - state.at) * floorPerS(config, offeredPerS)) / secondMs;
  const floor = Math.min(floorBurst, state.floor + refill);
  const earned = Math.min(config.burst - floorBurst, state.earned + refill - (floor - state.floor));
  return { floor, earned, at: Math.max(state.at, now) };
}

/** When the floor affords a retry: later than now when it does not yet. */
export function floorAvailableAt(state: LaneBudgetState, config: BudgetConfig, offeredPerS: number, now: EpochMs): EpochMs {
  const waitMs = Math.ceil(((floorBurst - state.floor) / floorPerS(config, offeredPerS)) * secondMs);
  return Math.max(now + 1, state.at + waitMs);
}

/** Full again even at the slowest refill. */
export function isLaneBudgetFull(state: LaneBudgetState, config: BudgetConfig, now: EpochMs): boolean {
  const refilled = (Math.max(0, now - state.at) * minFloorPerS) / secondMs;
  return holds(state.floor + state.earned + refilled, config.burst);
}

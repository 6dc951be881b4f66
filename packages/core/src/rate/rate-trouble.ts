import { type EpochMs, secondMs } from "../time/durations.ts";
import type { LaneRateState } from "./lane-rate.ts";
import {
  burstFailures,
  burstRatio,
  clearlyWorse,
  enoughAttempts,
  growthSuccess,
  growthWaitMs,
  longestGrowthWaitMs,
  minPerS,
  outageRatio,
  pressure,
  unchanged,
  usualMostOf,
} from "./rate-config.ts";

/** What trouble taught about a lane's limit. 0 stands for "none" everywhere. */
export interface RateTrouble {
  /** A growth is on trial: the limit before it, in deliveries per second. */
  readonly grownFrom: number;
  /** Growths in a row that were taken back. */
  readonly failedGrowths: number;
  /** No growth before then. */
  readonly growAt: EpochMs;
  /** A cut for failures is on trial: the limit before it… */
  readonly cutFrom: number;
  /** …and the ratio of failures that caused it. */
  readonly cutRatio: number;
  /** The ratio that fails whatever the limit: a cut did not change it. */
  readonly usualRatio: number;
  /** Attempts that it is taken from, the latest at the most. */
  readonly usualOf: number;
  /** Where the limit stood before the cuts of one episode of failures. */
  readonly regainTo: number;
}

/** What of it is kept through restarts. */
export type StoredRateTrouble = Pick<RateTrouble, "failedGrowths" | "growAt" | "usualRatio" | "usualOf">;

const none: RateTrouble = { grownFrom: 0, failedGrowths: 0, growAt: 0, cutFrom: 0, cutRatio: 0, usualRatio: 0, usualOf: 0, regainTo: 0 };

export const nothingCounted = { taken: 0, ended: 0, succeeded: 0, failed: 0, latencyMs: 0 };

type Counts = Pick<LaneRateState, "taken" | "ended" | "succeeded" | "failed" | "stepAt">;

export function troubleOf({ trouble }: Pick<LaneRateState, "trouble">): RateTrouble {
  return trouble ?? none;
}

/** With these changes; null when nothing is left to know. */
export function troubleWith(state: Pick<LaneRateState, "trouble">, changes: Partial<RateTrouble>): RateTrouble | null {
  const next = { ...troubleOf(state), ...changes };
  return Object.values(next).every((value) => value === 0) ? null : next;
}

const ratioOf = ({ failed, ended }: Counts) => (ended === 0 ? 0 : failed / ended);

/** By more than chance adds to a ratio that is known: a few failures early in a step say little. */
const isClearlyAbove = ({ failed, ended }: Counts, ratio: number) => failed - burstFailures >= ratio * ended;

/** A burst of failures; where a ratio is usual, only clearly more than that. */
export function isBurst(state: LaneRateState): boolean {
  const { usualRatio } = troubleOf(state);
  if (usualRatio === 0) return state.failed >= burstFailures && state.failed > burstRatio * state.ended;
  return isClearlyAbove(state, Math.max(burstRatio, clearlyWorse * usualRatio));
}

/** The growth on trial has already turned a lane unsound that was not. */
export function isGrowthFailing(state: LaneRateState): boolean {
  const { grownFrom, usualRatio } = troubleOf(state);
  return grownFrom > 0 && (isBurst(state) || isClearlyAbove(state, Math.max(1 - growthSuccess, clearlyWorse * usualRatio)));
}

/** Failures are no more than is usual where a ratio is. */
export function isAsUsual(state: LaneRateState): boolean {
  const { usualRatio } = troubleOf(state);
  return usualRatio > 0 && !isClearlyAbove(state, clearlyWorse * usualRatio);
}

/** The cut on trial did not change what fails, and that is no outage. */
export function didCutNotHelp(state: LaneRateState): boolean {
  const { cutFrom, cutRatio } = troubleOf(state);
  const ratio = ratioOf(state);
  return cutFrom > 0 && ratio >= unchanged * cutRatio && ratio < outageRatio;
}

/** The limit begins anew from here; what was sent before says nothing about it. */
function standing(state: LaneRateState, now: EpochMs, limitPerS: number, trouble: RateTrouble | null): LaneRateState {
  return { ...state, ...nothingCounted, limitPerS, isCalm: false, cutAt: now, stepAt: now, trouble };
}

/** Half of what it was, and not less than what succeeds anyway. */
function halved(state: LaneRateState, now: EpochMs, current: number): number {
  const succeededPerS = state.succeeded / Math.max(1, (now - state.stepAt) / secondMs);
  return Math.max(Math.min(minPerS, current), current / 2, Math.min(current, succeededPerS));
}

/** The endpoint asked for less. */
export function cutForThrottling(state: LaneRateState, now: EpochMs, current: number): LaneRateState {
  const trouble = troubleOf(state).grownFrom > 0 ? growthFailed(state, now) : state.trouble;
  return standing(state, now, halved(state, now, current), trouble);
}

/** A burst of failures: the limit is halved, and the next failures tell whether that helped. */
export function cutForFailures(state: LaneRateState, now: EpochMs, current: number): LaneRateState {
  const regainTo = Math.max(troubleOf(state).regainTo, current);
  const trouble = troubleWith(state, { cutFrom: current, cutRatio: ratioOf(state), regainTo });
  return standing(state, now, halved(state, now, current), trouble);
}

/** The endpoint fails as before: the limit is what it was, and this ratio cuts no more. */
export function takeCutBack(state: LaneRateState, now: EpochMs): LaneRateState {
  const trouble = troubleWith(state, { cutFrom: 0, cutRatio: 0, usualRatio: ratioOf(state), usualOf: state.ended });
  return standing(state, now, troubleOf(state).cutFrom, trouble);
}

export function takeGrowthBack(state: LaneRateState, now: EpochMs): LaneRateState {
  return standing(state, now, troubleOf(state).grownFrom, growthFailed(state, now));
}

function growthFailed(state: LaneRateState, now: EpochMs): RateTrouble | null {
  const { failedGrowths } = troubleOf(state);
  const waitMs = Math.min(longestGrowthWaitMs, growthWaitMs * 2 ** failedGrowths);
  return troubleWith(state, { grownFrom: 0, failedGrowths: failedGrowths + 1, growAt: now + waitMs });
}

/** What a step that is over says of a cut on trial and of the usual ratio. Not to be asked when the cut is to be taken back. */
export function learned(state: LaneRateState): RateTrouble | null {
  if (state.trouble === null || state.ended < enoughAttempts || ratioOf(state) >= outageRatio) return state.trouble;
  const { cutFrom, usualRatio, usualOf } = state.trouble;
  if (state.succeeded >= growthSuccess * state.ended)
    return troubleWith(state, { cutFrom: 0, cutRatio: 0, usualRatio: 0, usualOf: 0, regainTo: 0 });
  // The cut helped, and yet something fails: how much of it the limit has to do with, growing back slowly will tell.
  if (cutFrom > 0) return troubleWith(state, { cutFrom: 0, cutRatio: 0, usualRatio: ratioOf(state), usualOf: state.ended });
  if (usualRatio === 0) return state.trouble;
  // One step of a slow lane is a small sample, so the next ones are added to it.
  const all = usualOf + state.ended;
  return troubleWith(state, { usualRatio: (usualRatio * usualOf + state.failed) / all, usualOf: Math.min(usualMostOf, all) });
}

/** A growth is judged only by a step that used more than the limit before it. */
export function isTried(state: Counts & Pick<LaneRateState, "trouble">, now: EpochMs): boolean {
  const { grownFrom } = troubleOf(state);
  return grownFrom > 0 && state.taken >= (pressure * grownFrom * (now - state.stepAt)) / secondMs;
}

export function exportTrouble({ trouble }: Pick<LaneRateState, "trouble">): StoredRateTrouble | null {
  if (trouble === null) return null;
  const { failedGrowths, growAt, usualRatio, usualOf } = trouble;
  return failedGrowths === 0 && usualRatio === 0 ? null : { failedGrowths, growAt, usualRatio, usualOf };
}

/** What was on trial is not known any more. */
export function restoreTrouble(stored: StoredRateTrouble | null): RateTrouble | null {
  return stored && troubleWith({ trouble: null }, stored);
}

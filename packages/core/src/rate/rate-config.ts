import { hourMs, secondMs } from "../time/durations.ts";

/** Keys of `rate` in the policy configuration. */
export interface RateConfig {
  /** What a lane begins with when it has proven less, in deliveries per second. Above 0. */
  readonly start_per_s: number;
}

export const defaultRateConfig: RateConfig = { start_per_s: 50 };

/** A limit stands this far above what is proven, so there is room to grow: an observed rate alone spirals to nothing. */
export const headroom = 1.25;
/** Before the first trouble: times this, each `doublingStepMs`. */
export const doubling = 2;
export const doublingStepMs = 5 * secondMs;
/** After it: times this, each `growthStepMs`. */
export const growth = 1.25;
export const growthStepMs = 30 * secondMs;
/** Demand presses when at least this share of the limit was used. */
export const pressure = 0.8;
/** A limit grows only at this share of successes, and while the mean latency is within this of the usual. */
export const growthSuccess = 0.98;
export const latencyFactor = 1.5;
export const latencySlackMs = 20;
/** A burst of failures: this many in a step, and more than this share of it. */
export const burstFailures = 5;
export const burstRatio = 0.2;
/** After a cut, answers say nothing new for this long. */
export const cutPauseMs = 2 * secondMs;
/** A cut never goes below this, in deliveries per second, nor below what succeeded in the step that led to it. */
export const minPerS = 1;
/** A cut for failures did not help when still this part of the ratio fails that caused it. */
export const unchanged = 0.75;
/** From this ratio on it is no usual one but an outage, which is for the breaker: cuts for it stay. */
export const outageRatio = 0.5;
/** Failures are clearly more than a ratio when they are more than this times it. */
export const clearlyWorse = 1.5;
/** The usual ratio of failures is that of so many attempts: it follows slowly. */
export const usualMostOf = 500;
/** With fewer attempts a step says nothing about a ratio. */
export const enoughAttempts = 20;
/** A growth that did the endpoint no good is taken back; the next one waits this long, twice as long each time, up to the most. */
export const growthWaitMs = 30 * secondMs;
export const longestGrowthWaitMs = hourMs;
/** What may go out at once, in seconds' worth of the limit; at least one delivery. */
export const burstSeconds = 0.25;

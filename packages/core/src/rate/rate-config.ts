import { secondMs } from "../time/durations.ts";

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
/** A cut never goes below this, in deliveries per second. */
export const minPerS = 1;
/** What may go out at once, in seconds' worth of the limit; at least one delivery. */
export const burstSeconds = 0.25;

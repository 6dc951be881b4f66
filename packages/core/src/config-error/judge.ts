import type { Cause } from "../classify/cause.ts";
import { hourMs } from "../time/durations.ts";
import { type ConfigErrorCause, hintFor, isConfigErrorCause, statusOf } from "./config-error-cause.ts";

/** Keys of the policy configuration under `config_error`. */
export interface ConfigErrorConfig {
  /** The part of all finished attempts that must share one cause, above 0.5 and up to 1. */
  readonly ratio: number;
  /** Finished attempts in the window before anything is said. */
  readonly min: number;
  readonly window_ms: number;
}

export const defaultConfigErrorConfig: ConfigErrorConfig = { ratio: 0.95, min: 10, window_ms: hourMs };

/** The long window, for endpoints that get few events: as many times `window_ms`. */
export const longWindowFactor = 24;
/** Finished attempts in the long window before anything is said. */
export const longWindowMin = 3;

/** Finished attempts of one subscription in one window; those that we ended or could not build are not among them. */
export interface CauseCounts {
  readonly finished: number;
  readonly succeeded: number;
  /** By cause; causes that point at no setting may be left out. */
  readonly byCause: { readonly [cause in Cause]?: number };
}

export interface ConfigErrorFinding {
  readonly cause: ConfigErrorCause;
  readonly httpStatus: number | null;
  /** The part of all finished attempts that shares the cause, up to 1. */
  readonly share: number;
  /** What to check, as a sentence for the endpoint's owner. */
  readonly hint: string;
}

/**
 * Is the endpoint set up wrongly? Yes when ≥ 95 % of *all* finished attempts of the last hour (≥ 10 of them), or of the
 * last 24 h (≥ 3 and no success), share one cause among: a single 4xx status, 3xx, TLS, NXDOMAIN, blocked address. Never
 * 5xx, 408, 425 or 429. Advisory: no delivery is decided by it.
 *
 * @param hour counts of the last `window_ms`
 * @param day counts of the last 24 times `window_ms`
 */
export function judgeConfigError(hour: CauseCounts, day: CauseCounts, config: ConfigErrorConfig): ConfigErrorFinding | null {
  if (hour.finished >= config.min) {
    const finding = uniform(hour, config.ratio);
    if (finding) return finding;
  }
  return day.finished >= longWindowMin && day.succeeded === 0 ? uniform(day, config.ratio) : null;
}

function uniform({ finished, byCause }: CauseCounts, ratio: number): ConfigErrorFinding | null {
  for (const [cause, n] of Object.entries(byCause) as [Cause, number][]) {
    if (n < ratio * finished || !isConfigErrorCause(cause)) continue;
    return { cause, httpStatus: statusOf(cause), share: n / finished, hint: hintFor(cause) };
  }
  return null;
}

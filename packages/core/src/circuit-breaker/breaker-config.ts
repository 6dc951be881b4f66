import { minuteMs, secondMs } from "../time/durations.ts";

/** Keys of `breaker` in the policy configuration, plus the lease that a probe runs under. */
export interface BreakerConfig {
  /** How far back the failure ratio looks. */
  readonly window_ms: number;
  /** Below this many attempts in the window the ratio says nothing. At least 1. */
  readonly min_attempts: number;
  /** The circuit opens at this share of failures, above 0 to 1. */
  readonly failure_ratio: number;
  /** The circuit opens at this many attempts without any answer, when there was no success either. At least 1. */
  readonly timeout_count: number;
  /** How far back unanswered attempts count, and for how long one success rules them out. */
  readonly timeout_window_ms: number;
  /** How long the circuit stays open the first time, before jitter. */
  readonly open_ms: number;
  /** The longest time open, before jitter. */
  readonly max_open_ms: number;
  /** How long a probe may take before another may go in its place: `lease_ms` of the configuration. */
  readonly probe_lease_ms: number;
}

export const defaultBreakerConfig: BreakerConfig = {
  window_ms: minuteMs,
  min_attempts: 20,
  failure_ratio: 0.5,
  timeout_count: 5,
  timeout_window_ms: 5 * minuteMs,
  open_ms: 30 * secondMs,
  max_open_ms: 30 * minuteMs,
  probe_lease_ms: 90 * secondMs,
};

/** The time open is drawn from this share below to this share above its length, so lanes that fell together rise apart. */
export const openJitter = 0.1;

/** With at least this share of successes in the window a closed circuit counts as healthy, and its next time open shrinks. */
export const healthyRatio = 0.9;

/** While transitions are frozen, an open circuit is asked again after this long. */
export const frozenRecheckMs = secondMs;

export type CircuitState = "closed" | "open" | "half_open";

/** A uniform cause of failure that the endpoint's owner can mend. */
export interface ConfigurationErrorView {
  /** From the closed list of causes, for example `http_401` or `tls_error`. */
  cause: string;
  http_status: number | null;
  /** What to check, as a sentence. */
  hint: string;
  since: string;
  /** The share of the finished attempts that end so, 0 to 1. */
  share: number;
}

/** Why deliveries of one class wait. */
export interface WaitingView {
  class: "first" | "retry" | "catch_up" | "ordered";
  reason: string;
  /** When the wait ends; null when no clock knows. */
  until: string | null;
  /** What ends it when no clock does. */
  ended_by: string | null;
}

export interface HealthView {
  circuit_state: CircuitState;
  /** When an open circuit lets its next probe through; null when it is not open. */
  next_probe_at: string | null;
  /** Share of attempts in the last hour that succeeded, 0 to 1; null without attempts. */
  success_rate: number | null;
  /** Age of the oldest delivery that is due and that neither its owner nor its endpoint holds back, in seconds. */
  lag_seconds: number;
  /** Deliveries that are not final: waiting, retries included, or in flight. */
  backlog: number;
  /** Dead deliveries that were not replayed. */
  dead_count: number;
  oldest_dead_at: string | null;
  /** When an attempt was last made; null before the first of the kept roll-ups. */
  last_delivery_at: string | null;
  likely_configuration_error: ConfigurationErrorView | null;
  /** New deliveries are recorded dead without an attempt, because too much waits already. */
  shedding: boolean;
  /** What the recovery lets through now, in percent; 100 when the endpoint does not recover. */
  ramp_percent: number;
  /** The most that an ordered endpoint can receive, in deliveries per second; null for others, and while no latency is known. */
  ordered_ceiling_per_second: number | null;
  lane: { cap: number; in_flight: number };
  host: { cap: number; in_flight: number; active_subscriptions: number };
  /** 0 (empty) to 1 (full). */
  retry_budget: { fill: number };
  /** Deliveries per second that the endpoint gets now at the most. */
  rate_limit: number;
  /** Why deliveries wait, by class; a class that gets what it asks for is not in it. */
  waiting: WaitingView[];
  /** When the worker last told of these; null when none has a need to. */
  observed_at: string | null;
}

/** What a list of endpoints shows of each one's health. */
export type HealthSummary = Pick<HealthView, "circuit_state" | "success_rate" | "backlog" | "dead_count" | "last_delivery_at">;

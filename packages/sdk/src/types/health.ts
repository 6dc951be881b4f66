/** How one subscription fares. */
export interface Health {
  circuit_state: "closed" | "open" | "half_open";
  next_probe_at: string | null;
  /** What the circuit opened for; null when it is closed, and when that is not known. */
  opening: { opened_at: string; attempts: number; failures: number; unanswered: number; window_seconds: number } | null;
  /** Share of the last hour's attempts that succeeded, 0 to 1; null without attempts. */
  success_rate: number | null;
  /** Age of the oldest delivery that could be sent, in seconds. */
  lag_seconds: number;
  /** Deliveries that are not final, retries included. */
  backlog: number;
  /** When the delivery that is due the longest fell due, whatever holds it back. */
  oldest_due_at: string | null;
  /** Dead deliveries that were not replayed. */
  dead_count: number;
  oldest_dead_at: string | null;
  /** What nearly all attempts have in common, when it looks like a wrong setting; advice only. */
  likely_configuration_error: ConfigurationError | null;
  /** The backlog is full: new deliveries are recorded as dead, to be replayed. */
  shedding: boolean;
  ramp_percent: number;
  /** For ordered subscriptions: how many deliveries per second their latency allows. */
  ordered_ceiling_per_second: number | null;
  /** `sick`: held to the least number of requests, because it fails. */
  lane: { cap: number; in_flight: number; sick: boolean };
  host: {
    cap: number;
    in_flight: number;
    active_subscriptions: number;
    circuit_state: "closed" | "open" | "half_open";
    next_probe_at: string | null;
  };
  /** Until when the endpoint asked to be left alone, with Retry-After. */
  asked_to_wait_until: string | null;
  /** 0 (empty) to 1 (full). */
  retry_budget: { fill: number };
  rate_limit: number;
  /** Why deliveries wait, by class. */
  waiting: { class: "first" | "retry" | "catch_up" | "ordered"; reason: string; until: string | null; ended_by: string | null }[];
  /** When the worker last told of these; null when none has a need to. */
  observed_at: string | null;
}

export interface ConfigurationError {
  cause: string;
  http_status: number | null;
  hint: string;
  since: string;
  /** The share of attempts with this cause, 0 to 1. */
  share: number;
}

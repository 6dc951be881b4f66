export type CircuitState = "closed" | "open" | "half_open";

export interface HealthView {
  circuit_state: CircuitState;
  /** Share of attempts in the last hour that succeeded, 0 to 1; null without attempts. */
  success_rate: number | null;
  /** For how long the delivery that is due the longest has been due; 0 when nothing that could be sent waits. */
  lag_seconds: number;
  /** Deliveries that are not final: waiting, retries included, or in flight. */
  backlog: number;
  /** Dead deliveries that were not replayed. */
  dead_count: number;
  oldest_dead_at: string | null;
  /** When an attempt was last made; null before the first of the kept roll-ups. */
  last_delivery_at: string | null;
}

/** What a list of endpoints shows of each one's health. */
export type HealthSummary = Pick<HealthView, "circuit_state" | "success_rate" | "backlog" | "dead_count" | "last_delivery_at">;

import type { HealthView } from "@hooklane/contracts";

/** The health of an endpoint that nothing is wrong with. */
export const quietHealth: HealthView = {
  circuit_state: "closed",
  next_probe_at: null,
  opening: null,
  success_rate: 1,
  lag_seconds: 0,
  backlog: 0,
  oldest_due_at: null,
  dead_count: 0,
  oldest_dead_at: null,
  last_delivery_at: null,
  likely_configuration_error: null,
  shedding: false,
  ramp_percent: 100,
  ordered_ceiling_per_second: null,
  lane: { cap: 4, in_flight: 0, sick: false },
  host: { cap: 20, in_flight: 0, active_subscriptions: 0, circuit_state: "closed", next_probe_at: null },
  asked_to_wait_until: null,
  retry_budget: { fill: 1 },
  rate_limit: 50,
  waiting: [],
  observed_at: null,
};

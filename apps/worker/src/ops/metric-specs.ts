import { counter, durationSeconds, gauge, histogram, latencySeconds } from "@hooklane/ops";

const subscription = ["subscription"] as const;

/**
 * One series per subscription for those that matter most now, and `other` for the rest: a series is given to active lanes while there is
 * room, then to those with the most in flight and waiting.
 */
export const laneMetrics = {
  inFlight: gauge("hooklane_lane_in_flight", "Requests in flight of the lane, leases of other workers included.", subscription),
  cap: gauge("hooklane_lane_cap", "How many the lane may have in flight now. Not given for `other`.", subscription),
  rate: gauge("hooklane_lane_rate_per_second", "Deliveries per second that the lane may send now. Not given for `other`.", subscription),
  budgetFill: gauge(
    "hooklane_lane_retry_budget_fill_ratio",
    "How full the lane's retry budget is, 0 to 1. Not given for `other`.",
    subscription,
  ),
  circuit: gauge("hooklane_lane_circuit_state", "The lane's circuit: 0 closed, 1 half-open, 2 open. Not given for `other`.", subscription),
  ramp: gauge("hooklane_lane_ramp_ratio", "Share that a recovery lets through; 1 without one. Not given for `other`.", subscription),
  sick: gauge("hooklane_lane_sick", "1 while the lane counts as failing. Not given for `other`.", subscription),
  lag: gauge("hooklane_lane_lag_seconds", "Age of the lane's oldest due delivery, whatever holds it back.", subscription),
  backlog: gauge("hooklane_lane_backlog", "Open deliveries of the lane, as booked. Not given for `other`.", subscription),
  backlogBytes: gauge(
    "hooklane_lane_backlog_bytes",
    "Payload bytes of the lane's open deliveries, as booked. Not given for `other`.",
    subscription,
  ),
  dead: gauge("hooklane_lane_dead", "Dead deliveries of the lane that were not replayed, as booked. Not given for `other`.", subscription),
  offers: counter("hooklane_lane_offers_total", "Permits that the lane asked for.", subscription),
  grants: counter(
    "hooklane_lane_grants_total",
    "Permits granted: share `oldest` for what has waited longest, `new` for work due within the last minute.",
    ["subscription", "share"],
  ),
  rejections: counter("hooklane_lane_rejections_total", "Permits refused, by the first policy that said no.", ["subscription", "reason"]),
  latency: histogram("hooklane_delivery_latency_seconds", "From the delivery's creation to its success.", latencySeconds, subscription),
  duration: histogram(
    "hooklane_attempt_duration_seconds",
    "One request, from the connection to the end of the answer.",
    durationSeconds,
    subscription,
  ),
  status: counter("hooklane_delivery_status_total", "Finished attempts by the answer's status class, or `none` without an answer.", [
    "subscription",
    "status",
  ]),
} as const;

/** Of the hosts that the named subscriptions point to. */
export const hostMetrics = {
  inFlight: gauge("hooklane_host_in_flight", "Requests in flight to the host, leases of other workers included.", ["host"]),
  cap: gauge("hooklane_host_cap", "How many the host may have in flight.", ["host"]),
  circuit: gauge("hooklane_host_circuit_state", "The host's circuit: 0 closed, 1 half-open, 2 open.", ["host"]),
  budgetFill: gauge("hooklane_host_retry_budget_fill_ratio", "How full the retry budget of a shared host is, 0 to 1.", ["host"]),
} as const;

export const admissionMetrics = {
  permits: counter("hooklane_permits_total", "Permits by what happened to them: offered, granted, refused, finished, given_back.", [
    "event",
  ]),
  unaccounted: gauge(
    "hooklane_permits_unaccounted",
    "Always 0. Identity `offers`: offered - granted - refused; `grants`: granted - finished - given back - in flight. Anything else is a silent drop.",
    ["identity"],
  ),
  poolInFlight: gauge("hooklane_pool_in_flight", "Requests in flight of this worker."),
  poolSize: gauge("hooklane_pool_size", "How many this worker may have in flight."),
  poolSick: gauge("hooklane_pool_sick_in_flight", "Of those in flight, the ones of failing lanes."),
  poolSickLimit: gauge("hooklane_pool_sick_limit", "How many of this worker failing lanes may hold together."),
  foreign: gauge("hooklane_foreign_leases", "Open leases of other workers that are counted against lanes of this one."),
  lanes: gauge("hooklane_lanes", "Lanes of which this worker keeps a state."),
  hosts: gauge("hooklane_hosts", "Hosts of which this worker keeps a state."),
  fleetTokens: gauge("hooklane_fleet_retry_budget_tokens", "Retries that this worker's part of the fleet's budget affords now."),
  fleetBurst: gauge("hooklane_fleet_retry_budget_burst", "The most that it can hold."),
  liveWorkers: gauge("hooklane_live_workers", "Workers that share the fleet's budget and the plans, as this one reckons."),
  transitions: counter("hooklane_circuit_transitions_total", "Transitions of circuits, and of the freeze (scope `fleet`).", [
    "scope",
    "kind",
  ]),
} as const;

export const workMetrics = {
  attempts: counter("hooklane_attempts_total", "Attempts by outcome.", ["outcome"]),
  discovery: histogram("hooklane_discovery_duration_seconds", "One search for lanes with pending deliveries.", durationSeconds),
  claim: histogram("hooklane_claim_duration_seconds", "One claim, whatever number of lanes it is for.", durationSeconds),
  claimRows: histogram("hooklane_claim_rows", "Deliveries that one claim got.", [0, 1, 2, 5, 10, 20, 50, 100, 200, 500]),
  payloadLoads: counter(
    "hooklane_payload_loads_total",
    "Event bodies read from the ledger. One that several endpoints get is read once while it is kept in memory.",
  ),
  recorderQueue: gauge("hooklane_recorder_queue", "Results that wait to be written."),
  readyWork: gauge("hooklane_known_work", "Lanes and classes of which this worker knows that deliveries are pending."),
  oldestAdmissible: gauge(
    "hooklane_oldest_admissible_seconds",
    "How long the work that has waited longest was due, allowed to go, and not claimed. Above HOOKLANE_LIVENESS_LAG_MS /livez fails.",
  ),
  shards: gauge("hooklane_owned_shards", "Shards that this worker may claim from."),
  heartbeatAge: gauge("hooklane_heartbeat_age_seconds", "Since the latest heartbeat that succeeded."),
  clockOffset: gauge("hooklane_clock_offset_seconds", "How far the database's clock is ahead of this machine's."),
  listening: gauge("hooklane_listener_connected", "1 while hints can be heard; without them work is found by the poll."),
  live: gauge("hooklane_live", "1 while /livez answers 200, by check.", ["check"]),
} as const;

/** Sampled every few seconds, at a cost that does not grow with the ledger. */
export const fleetMetrics = {
  sampleAge: gauge("hooklane_fleet_sample_age_seconds", "Since these facts were read; it grows while the database is away."),
  shardGaps: gauge("hooklane_shards_without_owner", "Shards that nobody living owns."),
  daysAhead: gauge("hooklane_partition_days_ahead", "Whole days ahead for which every table of the ledger has its partition."),
  backlog: gauge("hooklane_backlog", "Deliveries as booked over all lanes, by state `open` or `dead`. Told by the owner of shard 0.", [
    "state",
  ]),
  backlogBytes: gauge(
    "hooklane_backlog_bytes",
    "Payload bytes of open deliveries over all lanes, as booked. Told by the owner of shard 0.",
    ["state"],
  ),
  audited: counter("hooklane_ledger_audited_events_total", "Recent events of which all deliveries were counted."),
  mismatched: counter("hooklane_ledger_mismatched_events_total", "Of these, events that do not have what their accept promised."),
  overdue: gauge("hooklane_ledger_overdue", "Deliveries that stayed open a minute past their lease or deadline, counted up to 1,000.", [
    "kind",
  ]),
  alert: gauge("hooklane_alert", "1 while the alert holds.", ["alert"]),
} as const;

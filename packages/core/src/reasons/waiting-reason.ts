/** Why admission says "not now" to a lane. A refusal is never an attempt and never a loss. */
export const refusalReasons = [
  /** The customer paused the subscription. */
  "subscription_paused",
  /** The subscription is disabled, for example because its endpoint answered 410. */
  "subscription_disabled",
  /** The subscription was deleted; its pending deliveries are being ended. */
  "subscription_deleted",
  /** The endpoint asked, with Retry-After, to be left alone until a moment. */
  "retry_after",
  /** The host has as many requests in flight as it may receive, or as the lane's share of it allows. */
  "host_full",
  /** The lane has all its permits in flight. */
  "lane_full",
  /** An ordered lane has its one delivery in flight; the next waits behind it. */
  "ordered_head",
  /** The worker has as many requests in flight as it may have. */
  "pool_full",
  /** The subscription's circuit is open: its endpoint has been failing. */
  "circuit_open",
  /** The circuit is half-open and its one probe is under way. */
  "probe_in_flight",
  /** The host's circuit is open: it has been failing several subscriptions. */
  "host_circuit_open",
  /** The host's circuit is half-open and its one probe is under way. */
  "host_probe_in_flight",
  /** The lane's rate is used up. */
  "rate_limited",
  /** The lane is recovering and has what the ramp allows so far. */
  "ramp",
  /** The retry budget is empty until it refills. */
  "retry_budget",
  /** New work and backlog together would pass the lane's rate; backlog waits. */
  "catch_up",
  /** The tenant has as many requests in flight as its plan, or its part of the worker, allows. */
  "tenant_full",
  /** The tenant's deliveries per second are used up. */
  "tenant_rate_limited",
  /** The host has received as many bytes as it may for now. */
  "host_bytes",
  /** Failing lanes together hold as much of the worker as they may. */
  "sick_pool",
] as const;

/** Why a pending delivery waits: scheduled by settling an attempt, or refused by admission. */
export const waitingReasons = [
  /** Nothing holds it back: it goes out with the next claim. */
  "due_now",
  /** Its own back-off after a failed attempt has not passed. */
  "retry_scheduled",
  /** The bulk replay it belongs to is paused. */
  "replay_paused",
  ...refusalReasons,
] as const;

export type RefusalReason = (typeof refusalReasons)[number];
export type WaitingReason = (typeof waitingReasons)[number];

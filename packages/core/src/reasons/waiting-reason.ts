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
  /** The worker has as many requests in flight as it may have, or as the tenant's share of it allows. */
  "pool_full",
] as const;

/** Why a pending delivery waits: scheduled by settling an attempt, or refused by admission. */
export const waitingReasons = [
  /** Nothing holds it back: it goes out with the next claim. */
  "due_now",
  /** Its own back-off after a failed attempt has not passed. */
  "retry_scheduled",
  ...refusalReasons,
] as const;

export type RefusalReason = (typeof refusalReasons)[number];
export type WaitingReason = (typeof waitingReasons)[number];

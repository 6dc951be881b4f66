/** Why attempts stopped. The record and payload of a dead delivery are kept and can be replayed. */
export const deadReasons = [
  /** The endpoint answered with a status that no retry can change. */
  "terminal_status",
  /** The endpoint answered 410: it is gone for good, and its subscription is disabled. */
  "gone",
  /** The retry window ended. */
  "expired",
  /** The subscription's own limit of attempts was reached, or the single attempt of an at-most-once one failed. */
  "max_attempts",
  /** The address is one that must never be contacted. */
  "blocked_destination",
  /** At most once: the request may have arrived, but no answer was read. */
  "outcome_unknown",
  "subscription_disabled",
  "subscription_deleted",
  /** The retry budget was empty, and the subscription wants such retries dead instead of waiting. */
  "retry_budget",
  /** Recorded without an attempt because the subscription's backlog was over its threshold. */
  "backlog_shed",
  /** The bulk replay it belonged to was cancelled before it was sent. */
  "replay_cancelled",
  /** The event's payload was erased before it was delivered. */
  "payload_erased",
  /** The event or its payload is missing from the ledger. */
  "missing_event",
  /** No key at hand decrypts the signing secret, the query of the URL or the header values. */
  "undecryptable_secret",
  /** The stored URL cannot be requested. */
  "invalid_url",
  /** The request could not be built, for example because of a header value. */
  "unsendable_request",
  /** The row holds a state this version does not know. */
  "unknown_state",
] as const;

export type DeadReason = (typeof deadReasons)[number];

/** Why the system itself disabled a subscription. */
export type DisableReason = "gone";

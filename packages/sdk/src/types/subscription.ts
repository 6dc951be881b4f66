import type { Json } from "./json.ts";

export type SubscriptionState = "active" | "paused" | "disabled";

/** Retry rules of one subscription; what is absent follows the installation's policy. Times in milliseconds. */
export interface RetryPolicy {
  base_ms?: number;
  factor?: number;
  cap_ms?: number;
  window_ms?: number;
  jitter?: "full" | "equal" | "decorrelated";
  max_attempts?: number;
}

/** A 4xx status that is retried all the same, and how often at most. */
export interface RetryableStatus {
  status: number;
  max_attempts: number;
}

/** What of a subscription can be changed later. */
export interface SubscriptionPatch {
  url?: string;
  /** Event types, `prefix.*` or `*`. */
  event_types?: string[];
  description?: string;
  metadata?: Record<string, string>;
  /** Conditions on members of the payload; null: none. */
  filter?: Json;
  format?: "envelope" | "raw";
  mode?: "at_least_once" | "at_most_once";
  custom_headers?: Record<string, string>;
  retry_policy?: RetryPolicy;
  retryable_statuses?: RetryableStatus[];
  /** Deliveries per second at most; null: as the plan has it. */
  rate_limit?: number | null;
}

export interface NewSubscription extends SubscriptionPatch {
  url: string;
  event_types: string[];
  /** One delivery at a time, in the order of acceptance. */
  ordered?: boolean;
  /** A signing secret of one's own, `whsec_…`; absent: one is generated. */
  secret?: string;
}

/** An endpoint and what it asks for. */
export interface Subscription {
  id: string;
  url: string;
  event_types: string[];
  description: string;
  metadata: Record<string, string>;
  filter: Json;
  format: "envelope" | "raw";
  ordered: boolean;
  mode: "at_least_once" | "at_most_once";
  custom_headers: Record<string, string>;
  retry_policy: RetryPolicy;
  retryable_statuses: RetryableStatus[];
  rate_limit: number | null;
  state: SubscriptionState;
  disabled_reason: string | null;
  created_at: string;
}

/** A subscription with its new signing secret, which is shown in this answer alone. */
export interface SubscriptionWithSecret extends Subscription {
  secret: string;
}

export interface SecretRotation {
  /** How long the present secret signs beside the new one: 0 to 604,800 (7 days). Default 86,400. */
  grace_seconds?: number;
  /** A signing secret of one's own; absent: one is generated. */
  secret?: string;
}

/** A live signing secret, without its text. */
export interface LiveSecret {
  id: string;
  state: "current" | "previous";
  created_at: string;
  expires_at: string | null;
}

export interface TestSend {
  /** Default `hooklane.test`. */
  type?: string;
  payload?: unknown;
}

export interface SentTest {
  delivery_id: string;
}

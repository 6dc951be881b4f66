export type { Deliveries } from "./client/deliveries.ts";
export type { EventTypes } from "./client/event-types.ts";
export type { Events } from "./client/events.ts";
export { Hooklane, type HooklaneOptions } from "./client/hooklane.ts";
export { isFinalJob, type Jobs } from "./client/jobs.ts";
export type { Listing } from "./client/listing.ts";
export type { Subscriptions } from "./client/subscriptions.ts";
export { type ClientErrorCode, HooklaneError } from "./http/hooklane-error.ts";
export type { RetryPolicy as CallRetryPolicy } from "./http/retry-policy.ts";
export type { CallOptions } from "./http/transport.ts";
export { memoryStore } from "./once/memory-store.ts";
export { type OnceOptions, type OnceResult, once } from "./once/once.ts";
export { postgresStore, postgresStoreSchema, type QueryClient } from "./once/postgres-store.ts";
export type { Claim, OnceStore } from "./once/store.ts";
export type { Attempt, Delivery, DeliveryQuery, DeliveryState } from "./types/delivery.ts";
export type {
  AcceptedItem,
  BatchItem,
  EventDelivery,
  EventQuery,
  EventSummary,
  FanOut,
  HooklaneEvent,
  NewEvent,
  PublishedEvent,
  RefusedItem,
} from "./types/event.ts";
export { isAccepted } from "./types/event.ts";
export type { EventType, EventTypePatch, NewEventType } from "./types/event-type.ts";
export type { ConfigurationError, Health } from "./types/health.ts";
export type { Job, JobState, ReplayableState, ReplayEstimate, ReplayOptions, ReplaySelection, ReplayStarted } from "./types/job.ts";
export type { Json } from "./types/json.ts";
export type { Limits } from "./types/limits.ts";
export type { Page, PageQuery } from "./types/page.ts";
export type {
  LiveSecret,
  NewSubscription,
  RetryableStatus,
  RetryPolicy,
  SecretRotation,
  SentTest,
  Subscription,
  SubscriptionPatch,
  SubscriptionState,
  SubscriptionWithSecret,
  TestSend,
} from "./types/subscription.ts";
export type { WebhookHeaders } from "./verify/read-headers.ts";
export { VerificationError, type VerificationProblem } from "./verify/verification-error.ts";
export { type ReceivedEvent, type VerifyOptions, verify, verifySignature } from "./verify/verify.ts";
export { version } from "./version.ts";

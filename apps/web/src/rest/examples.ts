import {
  type AttemptView,
  type DeliveryView,
  type EventListItem,
  type EventTypeView,
  exampleId,
  type HealthView,
  type JobView,
  type LimitsView,
  MAX_BATCH_BYTES,
  MAX_BATCH_EVENTS,
  MAX_PAYLOAD_BYTES,
  type SecretView,
  type SubscriptionView,
} from "@hooklane/contracts";

// What the answers of calls look like, for the document. A test holds each one against the schema of its answer.

const at = "2026-11-29T12:00:00.000Z";
const page = <T>(row: T) => ({ data: [row], next_cursor: null, has_more: false });

export const newSubscription = { url: "https://hooks.example.com/orders", event_types: ["order.*"], description: "Order desk" };

export const subscription: SubscriptionView = {
  id: exampleId("subscription"),
  url: "https://hooks.example.com/orders",
  description: "Order desk",
  metadata: {},
  event_types: ["order.*"],
  filter: { total: { $gte: 10 } },
  rate_limit: null,
  format: "envelope",
  ordered: false,
  mode: "at_least_once",
  custom_headers: {},
  retry_policy: {},
  retryable_statuses: [],
  state: "active",
  disabled_reason: null,
  created_at: at,
  updated_at: at,
};

export const createdSubscription: SubscriptionView = { ...subscription, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };

export const subscriptionPage = page(subscription);

export const currentSecret: SecretView = { id: exampleId("secret"), state: "current", created_at: at, expires_at: null };

const attempt: AttemptView = {
  id: `${exampleId("delivery").replace("dlv", "att")}_1`,
  number: 1,
  started_at: at,
  outcome: "delivered",
  cause: "http_2xx",
  trigger: "event",
  status: 200,
  duration_ms: 48,
  timings: { dns_ms: 2, connect_ms: 9, tls_ms: 21, first_byte_ms: 47 },
  remote_address: "203.0.113.7",
  request: { headers: [["webhook-id", exampleId("event")]] },
  response: { headers: [["content-type", "application/json"]], body: '{"received":true}', truncated: false },
  error: null,
};

export const delivery: DeliveryView = {
  id: exampleId("delivery"),
  event_id: exampleId("event"),
  subscription_id: exampleId("subscription"),
  event_type: "order.paid",
  state: "delivered",
  test: false,
  generation: 1,
  replay_of: null,
  replayed_by: null,
  attempt_count: 1,
  attempts: [attempt],
  last_status: 200,
  last_error: null,
  waiting_reason: null,
  waiting_until: null,
  next_attempt_at: null,
  deadline_at: "2026-11-30T12:00:00.000Z",
  accepted_at: at,
  finished_at: at,
  dead_reason: null,
  payload_erased_at: null,
};

export const deliveryPage = page(delivery);

export const health: HealthView = {
  circuit_state: "closed",
  next_probe_at: null,
  opening: null,
  success_rate: 0.998,
  lag_seconds: 0,
  backlog: 3,
  oldest_due_at: null,
  dead_count: 0,
  oldest_dead_at: null,
  last_delivery_at: at,
  likely_configuration_error: null,
  shedding: false,
  ramp_percent: 100,
  ordered_ceiling_per_second: null,
  lane: { cap: 12, in_flight: 1, sick: false },
  host: { cap: 20, in_flight: 1, active_subscriptions: 1, circuit_state: "closed", next_probe_at: null },
  asked_to_wait_until: null,
  retry_budget: { fill: 1 },
  rate_limit: 50,
  waiting: [],
  observed_at: at,
};

export const event = {
  id: exampleId("event"),
  type: "order.paid",
  payload: { order: 1042, total: "19.90" },
  accepted_at: at,
  idempotency_key: "order-1042-paid",
  fan_out: { state: "done", total: 1, done: 1 },
  erased_at: null,
  completed_at: at,
  deliveries: [
    {
      id: exampleId("delivery"),
      subscription_id: exampleId("subscription"),
      state: "delivered",
      generation: 1,
      attempt_count: 1,
      dead_reason: null,
    },
  ],
  deliveries_truncated: false,
};

export const job: JobView = {
  id: exampleId("job"),
  kind: "replay",
  subscription_id: exampleId("subscription"),
  state: "running",
  failure: null,
  since: "2026-11-28T00:00:00.000Z",
  until: "2026-11-29T00:00:00.000Z",
  types: null,
  states: ["dead"],
  selected: 12_000,
  queued: 3_500,
  delivered: 3_390,
  dead: 10,
  pending: 8_600,
  cancelled: 0,
  rate_per_second: 49.5,
  max_rate_per_second: 50,
  eta_seconds: 174,
  created_at: at,
  started_at: at,
  finished_at: null,
};

const eventListItem: EventListItem = {
  id: exampleId("event"),
  type: "order.paid",
  accepted_at: at,
  payload_bytes: 34,
  idempotency_key: "order-1042-paid",
  fan_out: { state: "done", total: 1, done: 1 },
  erased_at: null,
};

export const eventPage = page(eventListItem);

export const newEventType = { name: "order.paid", description: "An order was paid.", example: { order: 1042, total: "19.90" } };

export const eventType: EventTypeView = {
  ...newEventType,
  kind: "json",
  schema: null,
  derived_key: null,
  announce_completed: false,
  created_at: at,
  updated_at: at,
};

export const eventTypePage = page(eventType);

/** The parameter of calls on one type. */
export const eventTypeName = { description: "The type's name.", example: "order.paid" };

export const limits: LimitsView = {
  plan: "team",
  subscriptions: { max: 10_000, used: 12 },
  event_types: { max: 1_000, used: 3 },
  events_per_second: 1_000,
  deliveries_per_second: 500,
  requests_in_flight: 500,
  requests_in_flight_per_subscription: 100,
  backlog_per_subscription: { deliveries: 100_000, bytes: 1_000_000_000 },
  payload_bytes: MAX_PAYLOAD_BYTES,
  batch: { events: MAX_BATCH_EVENTS, bytes: MAX_BATCH_BYTES },
};

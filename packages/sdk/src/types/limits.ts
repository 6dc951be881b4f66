/** What the tenant's plan allows. */
export interface Limits {
  plan: string;
  subscriptions: { max: number; used: number };
  event_types: { max: number; used: number };
  events_per_second: number;
  deliveries_per_second: number;
  requests_in_flight: number;
  requests_in_flight_per_subscription: number;
  /** With more waiting, and no less after a while, new deliveries are recorded as dead. */
  backlog_per_subscription: { deliveries: number; bytes: number };
  payload_bytes: number;
  batch: { events: number; bytes: number };
}

import type { PageQuery } from "./page.ts";

export const deliveryStates = ["pending", "inflight", "delivered", "dead"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One HTTP request made for a delivery, with what came back. */
export interface Attempt {
  id: string;
  number: number;
  started_at: string;
  outcome: string;
  cause: string;
  trigger: string;
  status: number | null;
  duration_ms: number;
  timings: { dns_ms: number | null; connect_ms: number | null; tls_ms: number | null; first_byte_ms: number | null };
  /** Values of the subscription's own headers are masked. */
  request: { headers: [name: string, value: string][] };
  response: { headers: [name: string, value: string][]; body: string; truncated: boolean } | null;
  error: string | null;
}

/** The obligation to bring one event to one subscription. */
export interface Delivery {
  id: string;
  event_id: string;
  subscription_id: string;
  event_type: string | null;
  state: DeliveryState;
  /** From 1; each replay is the next generation. */
  generation: number;
  replay_of: string | null;
  attempt_count: number;
  attempts: Attempt[];
  last_status: number | null;
  last_error: string | null;
  /** Why it waits; null unless it is pending. */
  waiting_reason: string | null;
  /** When that wait ends; null when no clock knows. */
  waiting_until: string | null;
  next_attempt_at: string | null;
  deadline_at: string;
  accepted_at: string | null;
  finished_at: string | null;
  /** Why attempts stopped; null unless it is dead. */
  dead_reason: string | null;
  /** When the event's payload was erased: it cannot be sent or replayed any more. */
  payload_erased_at: string | null;
}

export interface DeliveryQuery extends PageQuery {
  /** One state or several. */
  state?: DeliveryState | readonly DeliveryState[];
  /** Made at or after; ISO 8601 with an offset, or a Date. */
  since?: string | Date;
  /** Made before. */
  until?: string | Date;
  type?: string;
}

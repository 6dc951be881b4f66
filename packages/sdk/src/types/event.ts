import type { DeliveryState } from "./delivery.ts";
import type { PageQuery } from "./page.ts";

/** What is to be published. */
export interface NewEvent {
  /** Dot-separated words, like `order.paid`. */
  type: string;
  /** Any value that JSON can say. It is written as JSON once, and these bytes reach the receivers. */
  payload?: unknown;
  /** Instead of `payload`: one JSON value as text or UTF-8 bytes, sent and delivered exactly as it is. */
  raw_payload?: string | Uint8Array;
  /** 1 to 255 visible ASCII characters; the same key makes one event. Without one, the client makes one that serves its own retries. */
  idempotency_key?: string;
  /** For platform keys: the tenants that the event is for. */
  audience?: "all" | { tenant_ids: readonly string[] };
}

/** The answer to a published event. */
export interface PublishedEvent {
  event_id: string;
  /** How many deliveries it makes; null while a large fan-out runs. */
  deliveries: number | null;
  /** Subscriptions whose backlog is full: their deliveries were recorded as dead and can be replayed. */
  shed: string[];
}

/** What became of one event of a batch: `status` is 202, or says why not. */
export type BatchItem = AcceptedItem | RefusedItem;

export interface AcceptedItem extends PublishedEvent {
  status: 202;
  /** An earlier call with this key had made the event. */
  idempotent_replayed: boolean;
}

/** An event of a batch that was refused. */
export interface RefusedItem {
  status: number;
  code: string;
  title: string;
  detail: string;
  field?: string;
  /** The key that it was sent with: after a 429 or 5xx, send it again with this one. */
  idempotency_key: string;
}

export const isAccepted = (item: BatchItem): item is AcceptedItem => "event_id" in item;

export interface FanOut {
  state: "running" | "done";
  total: number;
  done: number;
}

interface EventFacts {
  id: string;
  type: string;
  accepted_at: string;
  idempotency_key: string | null;
  fan_out: FanOut;
  /** When its payload was erased; null while it is kept. */
  erased_at: string | null;
}

/** An event in a list. */
export interface EventSummary extends EventFacts {
  payload_bytes: number;
}

export interface HooklaneEvent extends EventFacts {
  /** Null once it is erased. */
  payload: unknown;
  /** When the last of its first deliveries ended; null before. Replays do not change it. */
  completed_at: string | null;
  /** The first 250 of its deliveries. */
  deliveries: EventDelivery[];
  deliveries_truncated: boolean;
}

/** A delivery as its event names it. */
export interface EventDelivery {
  id: string;
  subscription_id: string;
  state: DeliveryState;
  generation: number;
  attempt_count: number;
  dead_reason: string | null;
}

export interface EventQuery extends PageQuery {
  type?: string;
  /** Accepted at or after; ISO 8601 with an offset, or a Date. */
  since?: string | Date;
  /** Accepted before. */
  until?: string | Date;
}

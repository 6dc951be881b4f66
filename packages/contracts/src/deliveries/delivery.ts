import { z } from "zod";
import { eventTypeSchema } from "../events/event-type.ts";
import { instantSchema } from "../lists/instant.ts";
import { limitSchema } from "../lists/page.ts";

export const deliveryStates = ["pending", "inflight", "delivered", "dead"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const listDeliveriesSchema = z.strictObject({
  /** One state, or several joined by commas. */
  state: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(deliveryStates, `expected ${deliveryStates.join(", ")}`)))
    .optional(),
  since: instantSchema.optional(),
  until: instantSchema.optional(),
  type: eventTypeSchema.optional(),
  cursor: z.string().optional(),
  limit: limitSchema,
});

/** The same for all endpoints of a tenant, with states as a list; also for one event. */
export const listTenantDeliveriesSchema = listDeliveriesSchema.extend({
  state: z.array(z.enum(deliveryStates)).optional(),
  eventId: z.string().optional(),
});

export type ListDeliveries = z.infer<typeof listDeliveriesSchema>;
export type ListTenantDeliveries = z.infer<typeof listTenantDeliveriesSchema>;

export interface AttemptView {
  id: string;
  number: number;
  started_at: string;
  outcome: string;
  cause: string;
  trigger: string;
  status: number | null;
  duration_ms: number;
  timings: { dns_ms: number | null; connect_ms: number | null; tls_ms: number | null; first_byte_ms: number | null };
  remote_address: string | null;
  request: { headers: [string, string][] };
  response: { headers: [string, string][]; body: string; body_base64?: string; truncated: boolean } | null;
  error: string | null;
}

export interface DeliveryView {
  id: string;
  event_id: string;
  subscription_id: string;
  event_type: string | null;
  state: DeliveryState;
  test: boolean;
  generation: number;
  replay_of: string | null;
  replayed_by: string | null;
  attempt_count: number;
  attempts: AttemptView[];
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
  dead_reason: string | null;
}

/** A delivery in a list over all endpoints of a tenant. */
export interface DeliveryListItem extends DeliveryView {
  endpoint: { id: string; url: string };
}

/** A delivery with what was, or will be, sent. */
export interface DeliveryDetailView extends DeliveryView {
  endpoint: { id: string; url: string; state: "active" | "paused" | "disabled" | "deleted" };
  /** To the endpoint's present URL; null once the payload is erased or its keeping has ended. */
  request: { method: "POST"; url: string; body: string; body_bytes: number } | null;
  /** Value of the Idempotency-Key header of every attempt and replay. */
  idempotency_key: string;
}

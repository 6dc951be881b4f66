import { z } from "zod";
import { eventTypeSchema } from "../events/event-type.ts";
import { idSchema } from "../ids/id-schema.ts";
import { instantSchema } from "../lists/instant.ts";
import { cursorSchema, limitSchema, type Page } from "../lists/page.ts";
import { timeSchema } from "../time/time-schema.ts";
import { deliveryStates, MAX_REPLAYED_AT_ONCE, statusFilterPattern } from "./delivery-words.ts";

export const listDeliveriesSchema = z.strictObject({
  state: z
    .string()
    .meta({ description: `One state, or several joined by commas: ${deliveryStates.join(", ")}.`, examples: ["pending,dead"] })
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(deliveryStates, `expected ${deliveryStates.join(", ")}`)))
    .optional(),
  since: instantSchema.optional().describe("Only deliveries created at or after this time."),
  until: instantSchema.optional().describe("Only deliveries created before this time."),
  type: eventTypeSchema.optional().describe("Only deliveries of events of exactly this type."),
  cursor: cursorSchema,
  limit: limitSchema,
});

/** The same for all endpoints of a tenant, with states as a list; also for one event, and by what happened to them. */
export const listTenantDeliveriesSchema = listDeliveriesSchema.extend({
  state: z.array(z.enum(deliveryStates)).optional(),
  eventId: z.string().optional(),
  /** Of the last answer. */
  status: z.string().regex(statusFilterPattern, "expected a status like 404, or a class like 5xx").optional(),
  /** Of the last attempt. */
  cause: z.string().max(64).optional(),
  /** The beginning of a delivery's or an event's id. */
  id: z
    .string()
    .regex(/^(dlv|evt)_[0-9a-z]{0,26}$/, "expected the beginning of an id: dlv_… or evt_…")
    .optional(),
  replay: z.enum(["only", "none"]).optional(),
  jobId: z.string().optional(),
});

export type ListDeliveries = z.infer<typeof listDeliveriesSchema>;
export type ListTenantDeliveries = z.infer<typeof listTenantDeliveriesSchema>;

const headerList = z.array(z.tuple([z.string(), z.string()])).describe("Names and values, in their order.");
const phase = (what: string) => z.int().min(0).nullable().describe(`${what}, in ms from the start; null when it did not come to that.`);

/** An attempt as the API shows it. */
export const attemptSchema = z
  .object({
    id: z.string().regex(/^att_[0-7][0-9a-hjkmnp-tv-z]{25}_\d+$/),
    number: z.int().min(1).describe("Counted from 1 in each delivery; what the receiver sees as `X-Attempt`."),
    started_at: timeSchema("When the request was begun."),
    outcome: z.string().describe("What became of it: `delivered`, or the kind of failure."),
    cause: z.string().describe("The finer word for the outcome, as health and alerts count it."),
    trigger: z
      .string()
      .describe("Why it was made: `event` for a first attempt, `retry`, `replay`, `test`, or `reaper` for one whose worker was lost."),
    status: z.int().min(100).max(599).nullable().describe("The status of the answer; null when there was none."),
    duration_ms: z.int().min(0),
    timings: z.object({
      dns_ms: phase("Name looked up"),
      connect_ms: phase("Connected"),
      tls_ms: phase("TLS agreed"),
      first_byte_ms: phase("First byte of the answer"),
    }),
    remote_address: z.string().nullable().describe("The address that was connected to."),
    request: z.object({
      headers: headerList.describe("As they were sent, in order; values of the subscription's own headers are masked."),
    }),
    response: z
      .object({
        headers: headerList,
        body: z.string().describe("As text. In lists it is cut to 1 KiB; the delivery itself shows all that is kept."),
        body_base64: z.string().optional().describe("Present when the body is not UTF-8."),
        truncated: z.boolean().describe("Whether the endpoint sent more than is shown."),
      })
      .nullable(),
    error: z.string().nullable().describe("What failed, for people."),
  })
  .meta({ id: "Attempt", description: "One HTTP request made for a delivery, with what came back." });

export type AttemptView = z.infer<typeof attemptSchema>;

/** A delivery as the API shows it. */
export const deliverySchema = z
  .object({
    id: idSchema("delivery", "The delivery."),
    event_id: idSchema("event", "The event it brings."),
    subscription_id: idSchema("subscription", "The subscription it is for."),
    event_type: z.string().nullable().describe("Null once the event's keeping has ended."),
    state: z.enum(deliveryStates),
    test: z.boolean().describe("Whether it was sent by a test call."),
    generation: z.int().min(1).describe("1 for the first delivery; each replay is the next generation."),
    replay_of: idSchema("delivery", "The delivery that this one replays.").nullable(),
    replayed_by: idSchema("delivery", "The newest replay of this one.").nullable(),
    attempt_count: z.int().min(0),
    attempts: z.array(attemptSchema).describe("Oldest first."),
    last_status: z.int().nullable().describe("The status of the last answer."),
    last_error: z.string().nullable().describe("What the last attempt failed with, for people."),
    waiting_reason: z.string().nullable().describe("Why a pending delivery waits; null in other states."),
    waiting_until: timeSchema("When that wait ends; null when no clock knows.").nullable(),
    next_attempt_at: timeSchema("When a pending delivery is due; null in other states.").nullable(),
    deadline_at: timeSchema("When attempts stop."),
    accepted_at: timeSchema("When the event was accepted; null once its keeping has ended.").nullable(),
    finished_at: timeSchema("When it became final.").nullable(),
    dead_reason: z.string().nullable().describe("Why attempts stopped; null unless dead."),
    payload_erased_at: timeSchema("When the event's payload was erased: it cannot be sent or replayed any more.").nullable(),
  })
  .meta({ id: "Delivery", description: "The obligation to bring one event to one subscription." });

export type DeliveryView = z.infer<typeof deliverySchema>;

/** A delivery in a list over all endpoints of a tenant. */
export interface DeliveryListItem extends DeliveryView {
  endpoint: { id: string; url: string };
}

/** One page of such a list. */
export interface DeliveryListPage extends Page<DeliveryListItem> {
  /** Down to when was searched, where a page ended for want of time: there may be matches further back. */
  searched_to: string | null;
}

/** Deliveries that are replayed one by one. */
export const replayManySchema = z.strictObject({
  deliveryIds: z.array(z.string()).min(1).max(MAX_REPLAYED_AT_ONCE, `at most ${MAX_REPLAYED_AT_ONCE} deliveries at once`),
});

/** What became of each: the new delivery, or why there is none. */
export interface ReplayedMany {
  replayed: { delivery_id: string; new_delivery_id: string }[];
  refused: { delivery_id: string; detail: string }[];
}

/** A stretch in which a delivery was not in flight, and why. */
export interface DeliveryWait {
  /** What held it back; null: nobody refused it, or nothing is kept of it. */
  reason: string | null;
  from: string;
  /** Null: it goes on. */
  to: string | null;
  /** How often the reason came and went meanwhile. */
  times: number;
  /** The limit that was reached, in the unit of its reason: requests in flight, deliveries per second, percent. */
  limit: number | null;
}

/** A delivery with what was, or will be, sent. */
export interface DeliveryDetailView extends DeliveryView {
  endpoint: { id: string; url: string; state: "active" | "paused" | "disabled" | "deleted" };
  /** Between its creation, its attempts and its end, oldest first; those too short to tell of are left out. */
  waits: DeliveryWait[];
  /** To the endpoint's present URL; null once the payload is erased or its keeping has ended. */
  request: { method: "POST"; url: string; body: string; body_bytes: number } | null;
  /** Value of the Idempotency-Key header of every attempt and replay. */
  idempotency_key: string;
  /** When a failed attempt is followed by another: the installation's policy with the endpoint's own changes. */
  retry: {
    base_ms: number;
    factor: number;
    cap_ms: number;
    window_ms: number;
    jitter: "full" | "equal" | "decorrelated";
    max_attempts: number | null;
  };
}

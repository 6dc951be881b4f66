import { z } from "zod";
import { deliveryStates } from "../deliveries/delivery-words.ts";
import { type ProblemCode, problems } from "../http/problems.ts";
import { idSchema } from "../ids/id-schema.ts";
import { instantSchema } from "../lists/instant.ts";
import { cursorSchema, limitSchema } from "../lists/page.ts";
import { timeSchema } from "../time/time-schema.ts";
import { MAX_AUDIENCE_TENANTS } from "./audience.ts";
import { eventTypeSchema } from "./event-type.ts";
import { MAX_BATCH_EVENTS } from "./limits.ts";

/**
 * What `POST /v1/events` takes. The call does not parse its body with this, because the payload's bytes are kept as they came, but holds the same rules.
 */
export const postEventSchema = z.strictObject({
  type: eventTypeSchema.describe("Types that begin with `hooklane.` are the platform's own."),
  payload: z.unknown().describe("Any JSON value. Its exact bytes are kept, signed and sent."),
  idempotency_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .describe("1 to 255 visible ASCII characters. The `Idempotency-Key` header says the same; both may be given when they agree."),
  audience: z
    .union([z.literal("all"), z.strictObject({ tenant_ids: z.array(idSchema("tenant", "A tenant.")).min(1).max(MAX_AUDIENCE_TENANTS) })])
    .optional()
    .describe("Platform keys only: whose subscriptions the event goes to. Absent: the key's own tenant."),
});

/** What `POST /v1/events/batch` takes. Like a single event, it is read without being parsed with this. */
export const postBatchSchema = z.strictObject({
  events: z.array(postEventSchema).min(1).max(MAX_BATCH_EVENTS).describe("Each is accepted or refused by itself."),
});

/** What accepting an event answers. */
export const acceptedEventSchema = z
  .object({
    event_id: idSchema("event", "The event."),
    deliveries: z.int().min(0).nullable().describe("How many deliveries were made; null while a large fan-out is still writing them."),
    shed: z
      .array(idSchema("subscription", "A subscription."))
      .describe("Subscriptions whose backlog is over its threshold: theirs were recorded dead, to be replayed."),
  })
  .meta({ id: "AcceptedEvent" });

/** One event of a batch: accepted, or why not. */
export const batchResultSchema = z.union([
  z
    .object({
      status: z.literal(202),
      ...acceptedEventSchema.shape,
      idempotent_replayed: z.boolean().describe("Whether an earlier call with this idempotency key had accepted the event."),
    })
    .describe("Accepted."),
  z
    .object({
      status: z.int().min(400).max(599).describe("The status that the event would have had alone."),
      code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
      title: z.string(),
      detail: z.string(),
      field: z.string().optional(),
    })
    .describe("Refused, as a problem would have it."),
]);
export type BatchResult = z.infer<typeof batchResultSchema>;

/** What accepting a batch answers. */
export const acceptedBatchSchema = z
  .object({ results: z.array(batchResultSchema).describe("In the order of the batch.") })
  .meta({ id: "AcceptedBatch" });

export const listEventsSchema = z.strictObject({
  type: eventTypeSchema.optional().describe("Events of this type alone."),
  since: instantSchema.optional().describe("Accepted at this time or later."),
  until: instantSchema.optional().describe("Accepted before this time."),
  cursor: cursorSchema,
  limit: limitSchema,
});
export type ListEvents = z.infer<typeof listEventsSchema>;

const fanOutSchema = z
  .object({
    state: z.enum(["running", "done"]),
    total: z.int().min(0).describe("Deliveries there will be; an estimate until it is done."),
    done: z.int().min(0),
  })
  .describe("How far the writing of its deliveries has come: beyond 1,000 they are written after the answer.");

const keyOfEvent = z.string().nullable().describe("Shown to its sender alone.");

/** An event in a list. */
export const eventListItemSchema = z
  .object({
    id: idSchema("event", "The event."),
    type: z.string(),
    accepted_at: timeSchema("When it was accepted."),
    payload_bytes: z.int().min(0),
    idempotency_key: keyOfEvent,
    fan_out: fanOutSchema,
    erased_at: timeSchema("When its payload was erased.").nullable(),
  })
  .meta({ id: "EventListItem", description: "An event without its payload and deliveries." });
export type EventListItem = z.infer<typeof eventListItemSchema>;

/** An event as the API shows it. */
export const eventSchema = z
  .object({
    id: idSchema("event", "The event."),
    type: z.string(),
    payload: z.unknown().describe("The payload, byte for byte as it was posted; null once erased."),
    accepted_at: timeSchema("When it was accepted."),
    idempotency_key: keyOfEvent,
    fan_out: fanOutSchema,
    erased_at: timeSchema("When its payload was erased.").nullable(),
    completed_at: timeSchema(
      "When the last delivery of its first generation became final; null while one is open. Replays do not change it.",
    ).nullable(),
    deliveries: z
      .array(
        z.object({
          id: idSchema("delivery", "The delivery."),
          subscription_id: idSchema("subscription", "The subscription it is for."),
          state: z.enum(deliveryStates),
          generation: z.int().min(1),
          attempt_count: z.int().min(0),
          dead_reason: z.string().nullable(),
        }),
      )
      .describe("The first 250 of its deliveries, replays included."),
    deliveries_truncated: z.boolean().describe("Whether there are more deliveries than are named."),
  })
  .meta({ id: "Event", description: "One accepted fact." });

/** An event as people see it. */
export interface EventDetailView extends EventView {
  /** As text; null once erased. */
  payload: string | null;
  payload_bytes: number;
  /** Whether this tenant sent it: only its sender may erase it. */
  own: boolean;
}

/** An event as the API shows it, but for its payload, which goes into the answer as the bytes it is. */
export type EventView = Omit<z.infer<typeof eventSchema>, "payload">;

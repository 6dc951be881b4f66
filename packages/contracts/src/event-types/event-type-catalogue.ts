import { z } from "zod";
import { eventTypeSchema, isOperationalType } from "../events/event-type.ts";
import { cursorSchema, limitSchema } from "../lists/page.ts";
import { timeSchema } from "../time/time-schema.ts";

export const MAX_EVENT_TYPES = 1_000;
const MAX_SCHEMA_CHARACTERS = 65_536;

export const eventKinds = ["json", "geojson"] as const;
export type EventKind = (typeof eventKinds)[number];

const pointerSchema = z
  .string()
  .max(256, "a JSON Pointer has at most 256 characters")
  .regex(/^(\/([^~]|~[01])*)+$/, "expected a JSON Pointer (RFC 6901), like /properties/device_id");

/** Where the parts of a derived idempotency key lie in the payload. The geometry is the Feature's own. */
export const derivedKeySchema = z.strictObject({
  device_id: pointerSchema.default("/properties/device_id"),
  occurred_at: pointerSchema.default("/properties/occurred_at"),
});

const bounded = (value: unknown): boolean => JSON.stringify(value).length <= MAX_SCHEMA_CHARACTERS;
const tooLong = `at most ${MAX_SCHEMA_CHARACTERS} characters as JSON`;

const fields = {
  description: z.string().max(1_000, "a description has at most 1000 characters").describe("For people."),
  kind: z
    .enum(eventKinds)
    .describe("`json`: any JSON value is a payload. `geojson`: a payload is a GeoJSON Feature (RFC 7946) with a valid geometry."),
  schema: z
    .union([z.record(z.string(), z.json()), z.boolean()], "a JSON Schema is an object or a boolean")
    .nullable()
    .refine(bounded, tooLong)
    .describe("A JSON Schema, for people and their tools. Payloads are not checked against it."),
  example: z.json().refine(bounded, tooLong).describe("A payload."),
  derived_key: derivedKeySchema
    .nullable()
    .describe("For `geojson`: an event without an idempotency key gets one from its device, geometry and time of occurrence."),
  announce_completed: z.boolean().describe("Whether `hooklane.event.completed` is made once every delivery of such an event is final."),
};

export const createEventTypeSchema = z.strictObject({
  name: eventTypeSchema
    .refine((name) => !isOperationalType(name), "types that begin with hooklane. are the platform's own")
    .describe("The type that events carry. Cannot be changed later."),
  description: fields.description.default(""),
  kind: fields.kind.default("json"),
  schema: fields.schema.default(null),
  example: fields.example.default(null),
  derived_key: fields.derived_key.default(null),
  announce_completed: fields.announce_completed.default(false),
});

/** Any part but the name: it is what events carry. */
export const updateEventTypeSchema = z
  .strictObject(fields)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "nothing to change");

export const listEventTypesSchema = z.strictObject({ cursor: cursorSchema, limit: limitSchema });

export type CreateEventType = z.infer<typeof createEventTypeSchema>;
export type EventTypeInput = Omit<CreateEventType, "name">;
export type UpdateEventType = z.infer<typeof updateEventTypeSchema>;
export type ListEventTypes = z.infer<typeof listEventTypesSchema>;

/** An event type as the API shows it. */
export const eventTypeViewSchema = z
  .object({
    name: z.string(),
    ...fields,
    created_at: timeSchema("When it was put into the catalogue."),
    updated_at: timeSchema("When it was last changed."),
  })
  .meta({ id: "EventType", description: "What the catalogue says of a type of events." });

export type EventTypeView = z.infer<typeof eventTypeViewSchema>;

/** How many events of which type a tenant had in the last week. */
export interface EventTypeVolumes {
  since: string;
  /** Up to then every event is counted, a minute or two ago; of what came later, at most the latest ten thousand. Null: nothing is counted yet. */
  counted_to: string | null;
  /** The most frequent first, at most a thousand. */
  types: { name: string; events: number; last_at: string }[];
}

/** The same of one type over time. */
export interface EventTypeHistory {
  step_ms: number;
  total: number;
  /** All of the week, oldest first; the last one is not over. */
  buckets: { at: string; events: number }[];
}

/** Who asks for events of a type. */
export interface EventTypeSubscribers {
  endpoints: { id: string; url: string; state: "active" | "paused" | "disabled"; event_types: string[] }[];
  /** Whether there are more than are named. */
  has_more: boolean;
}

import type { Json } from "./json.ts";

/** An entry of the catalogue. */
export interface EventType {
  name: string;
  description: string;
  /** A JSON Schema of the payload; null: none is kept. */
  schema: Json;
  example: Json;
  kind: "json" | "geojson";
  /** For `geojson`: where the parts of a derived idempotency key are, as JSON Pointers; null: none is derived. */
  derived_key: { device_id?: string; occurred_at?: string } | null;
  /** Whether `hooklane.event.completed` is made once every delivery of such an event is final. */
  announce_completed: boolean;
  created_at: string;
  updated_at: string;
}

/** What of an entry can be changed later. */
export type EventTypePatch = Partial<Omit<EventType, "name" | "created_at" | "updated_at">>;

export interface NewEventType extends EventTypePatch {
  name: string;
}

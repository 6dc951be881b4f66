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
  derived_key?: { device_id?: string; occurred_at?: string } | null;
}

export interface NewEventType extends Partial<EventType> {
  name: string;
}

export type EventTypePatch = Omit<Partial<EventType>, "name">;

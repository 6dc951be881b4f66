import { createEventTypeSchema, type EventTypeView } from "@hooklane/contracts";
import type { z } from "zod";

/** The form's texts and choices. */
export interface EventTypeTexts {
  name: string;
  description: string;
  kind: EventTypeView["kind"];
  /** JSON, or empty for none. */
  schema: string;
  example: string;
  derivesKey: boolean;
  deviceId: string;
  occurredAt: string;
  announceCompleted: boolean;
}

export const defaultPointers = { device_id: "/properties/device_id", occurred_at: "/properties/occurred_at" };

export const textsOf = (type: Partial<EventTypeView>): EventTypeTexts => ({
  name: type.name ?? "",
  description: type.description ?? "",
  kind: type.kind ?? "json",
  schema: jsonText(type.schema),
  example: jsonText(type.example),
  derivesKey: Boolean(type.derived_key),
  deviceId: type.derived_key?.device_id ?? defaultPointers.device_id,
  occurredAt: type.derived_key?.occurred_at ?? defaultPointers.occurred_at,
  announceCompleted: type.announce_completed ?? false,
});

export type ReadTexts =
  | { ok: true; input: z.input<typeof createEventTypeSchema> }
  | { ok: false; errors: Partial<Record<keyof EventTypeTexts, string>> };

/** Reads the form as the API takes it, and says what is wrong with it value by value. */
export function readTexts(texts: EventTypeTexts): ReadTexts {
  const errors: Partial<Record<keyof EventTypeTexts, string>> = {};
  const schema = readJson(texts.schema);
  const example = readJson(texts.example);
  if (!schema.ok) errors.schema = schema.problem;
  if (!example.ok) errors.example = example.problem;
  const input = {
    name: texts.name.trim(),
    description: texts.description,
    kind: texts.kind,
    schema: schema.ok ? schema.value : null,
    example: example.ok ? example.value : null,
    derived_key:
      texts.kind === "geojson" && texts.derivesKey ? { device_id: texts.deviceId.trim(), occurred_at: texts.occurredAt.trim() } : null,
    announce_completed: texts.announceCompleted,
  };
  const parsed = createEventTypeSchema.safeParse(input);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = fieldOf(path.map(String).join("."));
    if (field) errors[field] ??= message;
  }
  if (Object.keys(errors).length > 0 || !parsed.success) return { ok: false, errors };
  return { ok: true, input: input as z.input<typeof createEventTypeSchema> };
}

/** The form's member for a dotted path of the API's input. */
export function fieldOf(path: string): keyof EventTypeTexts | undefined {
  const [first = "", second] = path.split(".");
  if (first === "derived_key") return second === "occurred_at" ? "occurredAt" : "deviceId";
  if (first === "announce_completed") return "announceCompleted";
  return (["name", "description", "kind", "schema", "example"] as const).find((field) => field === first);
}

const jsonText = (value: unknown): string => (value === undefined || value === null ? "" : JSON.stringify(value, null, 2));

function readJson(text: string): { ok: true; value: unknown } | { ok: false; problem: string } {
  if (text.trim() === "") return { ok: true, value: null };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, problem: `this is not JSON: ${(error as Error).message}` };
  }
}

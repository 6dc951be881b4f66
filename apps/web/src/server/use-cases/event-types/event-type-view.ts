import type { EventTypeView } from "@hooklane/contracts";
import type { EventType } from "@hooklane/db";

export const eventTypeView = (row: EventType): EventTypeView => ({
  name: row.name,
  description: row.description,
  kind: row.kind as EventTypeView["kind"],
  schema: row.schema as EventTypeView["schema"],
  example: row.example as EventTypeView["example"],
  derived_key: row.derivedKey as EventTypeView["derived_key"],
  announce_completed: row.announceCompleted,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/** What an audit row keeps: examples may hold anything. */
export function auditedType(row: EventType): Record<string, unknown> {
  const { example: _, schema, ...view } = eventTypeView(row);
  return { ...view, schema: schema !== null };
}

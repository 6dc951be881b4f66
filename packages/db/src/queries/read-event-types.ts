import type pg from "pg";
import type { ChangeMark } from "./read-change-mark.ts";

/** What accepting an event needs to know of its type. */
export interface StoredEventType {
  tenantId: string;
  name: string;
  kind: "json" | "geojson";
  /** JSON Pointers into the payload, by part of the derived idempotency key; null: none is derived. */
  derivedKey: Record<string, string> | null;
  announceCompleted: boolean;
}

/** Event types changed at or after a mark; mark 0 reads all. None is ever deleted. */
export async function readChangedEventTypes(pool: pg.Pool, mark: ChangeMark): Promise<StoredEventType[]> {
  const { rows } = await pool.query<StoredEventType>({
    name: "read_changed_event_types",
    text: `SELECT tenant_id AS "tenantId", name, kind, derived_key AS "derivedKey", announce_completed AS "announceCompleted"
      FROM event_types WHERE changed_xid >= $1::bigint`,
    values: [mark],
  });
  return rows;
}

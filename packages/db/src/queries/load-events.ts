import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";

export interface StoredEvent {
  id: string;
  type: string;
  /** The whole envelope; null when it was erased. */
  body: Buffer | null;
  dataOffset: number;
  dataLength: number;
  /** The payload is a GeoJSON feature. */
  geojson: boolean;
}

/** All of a stored event but its id, of `events e`. */
export const storedEventColumns = `e.type, e.body, e.data_offset AS "dataOffset", e.data_length AS "dataLength", e.geojson`;

/** Events of the days that can hold open deliveries. By an array and not by a join, which a plan made on an empty partition would answer by reading all of it. */
const recent = dayStatement(
  "load_events",
  ({ from, to }) =>
    `SELECT e.id, ${storedEventColumns} FROM events e WHERE e.id = ANY ($1::uuid[]) AND e.id >= '${from}' AND e.id < '${to}'`,
);

/** Events of any day: a replay may be of one up to the payload's retention old. */
const anyDay = {
  name: "load_events_any",
  text: `SELECT e.id, ${storedEventColumns} FROM unnest($1::uuid[]) AS l(id) JOIN events e ON e.id = l.id`,
};

/** Loads bodies by event id; ids that are not there are absent from the answer. */
export async function loadEvents(pool: pg.Pool, nowMs: number, ids: readonly string[]): Promise<StoredEvent[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<StoredEvent>({ ...recent(nowMs), values: [ids] });
  if (rows.length === ids.length) return rows;
  const found = new Set(rows.map((row) => row.id));
  const older = await pool.query<StoredEvent>({ ...anyDay, values: [ids.filter((id) => !found.has(id))] });
  return [...rows, ...older.rows];
}

export { recent as loadEventsStatement };

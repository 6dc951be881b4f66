import type pg from "pg";
import { uuidFloor } from "../ids/uuid-v7.ts";

/** Types that are told of a tenant, the most frequent first. */
const MAX_TYPES = 1_000;
/** Events that are not counted by the hour yet and are looked at one by one: the latest. */
const MAX_UNCOUNTED = 10_000;

export interface EventVolume {
  type: string;
  events: number;
  lastAt: Date;
}

export interface EventHours {
  /** The beginning of the hour (ms). */
  atMs: number;
  events: number;
}

/** Up to when every event is in its hour (ms); 0: none is yet. */
export async function readCountedTo(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>({
    name: "read_counted_to",
    text: `SELECT (extract(epoch FROM folded_up_to) * 1000)::float8 AS ms FROM rollup_cursors WHERE name = 'event_types' AND isfinite(folded_up_to)`,
  });
  return rows[0]?.ms ?? 0;
}

/** What is counted by the hour, and what came since: at most so many of the latest. $1 tenant, $2 first hour, $3 lowest id that is not counted. */
const counted = (more: string): string => `
  SELECT h.bucket, h.type, h.events, h.last_at FROM event_type_hours h WHERE h.tenant_id = $1 AND h.bucket >= to_timestamp($2::float8 / 1000)${more}
  UNION ALL
  SELECT date_trunc('hour', accepted_at, 'UTC'), type, 1, accepted_at
  FROM (SELECT type, accepted_at FROM events WHERE tenant_id = $1 AND id >= $3::uuid ORDER BY id DESC LIMIT ${MAX_UNCOUNTED}) h WHERE true${more}`;

/** How many events of which type a tenant had since the beginning of an hour. @param countedToMs see {@link readCountedTo} */
export async function readEventVolumes(pool: pg.Pool, tenantId: string, fromMs: number, countedToMs: number): Promise<EventVolume[]> {
  const { rows } = await pool.query<EventVolume>({
    name: "read_event_volumes",
    text: `SELECT type, sum(events)::float8 AS events, max(last_at) AS "lastAt" FROM (${counted("")}) c GROUP BY type ORDER BY events DESC, type LIMIT ${MAX_TYPES}`,
    values: [tenantId, fromMs, uuidFloor(Math.max(fromMs, countedToMs))],
  });
  return rows;
}

/** The same of one type, by the hour; hours without an event are absent. */
export async function readEventHours(
  pool: pg.Pool,
  tenantId: string,
  type: string,
  fromMs: number,
  countedToMs: number,
): Promise<EventHours[]> {
  const { rows } = await pool.query<EventHours>({
    name: "read_event_hours",
    text: `SELECT (extract(epoch FROM bucket) * 1000)::float8 AS "atMs", sum(events)::float8 AS events FROM (${counted(" AND h.type = $4")}) c GROUP BY bucket ORDER BY bucket`,
    values: [tenantId, fromMs, uuidFloor(Math.max(fromMs, countedToMs)), type],
  });
  return rows;
}

import type pg from "pg";
import { uuidFloor, uuidTime } from "../ids/uuid-v7.ts";
import { DAY_MS } from "../partitions/bounds.ts";
import { inTransaction } from "../pools/in-transaction.ts";

/** Name of the cursor: every event accepted before it is counted. */
const CURSOR = "event_types";
/** An event is committed a little after the time in its id: so long after a time, and after the begin of every transaction that writes, nothing older comes. */
const LATENESS_MS = 30_000;
/** Events of so long a span are counted in one transaction. */
const SPAN_MS = 5 * 60_000;
const KEPT_DAYS = 90;

/** Nobody who has begun to write can still bring an event with an id of before. The oldest transaction is this statement's own when nobody writes. */
const horizon = `SELECT (extract(epoch FROM least(now(), min(xact_start))) * 1000)::float8 AS ms FROM pg_stat_activity
  WHERE datname = current_database() AND backend_xid IS NOT NULL AND pid <> pg_backend_pid()`;

const count = `
INSERT INTO event_type_hours AS h (tenant_id, bucket, type, events, last_at)
SELECT e.tenant_id, date_trunc('hour', e.accepted_at, 'UTC'), e.type, count(*), max(e.accepted_at)
FROM events e WHERE e.id >= $1::uuid AND e.id < $2::uuid
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
ON CONFLICT (tenant_id, bucket, type) DO UPDATE SET events = h.events + excluded.events, last_at = greatest(h.last_at, excluded.last_at)`;

/**
 * Counts the next span of events into their hours by tenant and type. What is counted and up to where change together, so a count that runs twice adds nothing.
 * Reads the events of the span once, by their ids.
 * @returns whether there is more to count
 */
export async function countEventTypes(pool: pg.Pool): Promise<boolean> {
  await pool.query("INSERT INTO rollup_cursors (name, folded_up_to) VALUES ($1, '-infinity') ON CONFLICT DO NOTHING", [CURSOR]);
  // Before the cursor is locked: this transaction is not among those waited for
  const horizonMs = (await pool.query<{ ms: number }>(horizon)).rows[0]?.ms ?? 0;
  const limitMs = Math.floor((horizonMs - LATENESS_MS) / 1_000) * 1_000;
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ ms: number | null }>(
      `SELECT CASE WHEN isfinite(folded_up_to) THEN (extract(epoch FROM folded_up_to) * 1000)::float8 END AS ms FROM rollup_cursors WHERE name = $1 FOR UPDATE`,
      [CURSOR],
    );
    const doneMs = rows[0]?.ms ?? 0;
    if (doneMs >= limitMs) return false;
    const fromMs = await firstEventMs(client, doneMs, limitMs);
    const toMs = Math.min(limitMs, fromMs + SPAN_MS);
    if (fromMs < limitMs) await client.query(count, [uuidFloor(fromMs), uuidFloor(toMs)]);
    await client.query("UPDATE rollup_cursors SET folded_up_to = to_timestamp($2::float8 / 1000) WHERE name = $1", [CURSOR, toMs]);
    return toMs < limitMs;
  });
}

/** Where counting goes on: spans without any event are passed over. A whole second. */
async function firstEventMs(client: pg.ClientBase, fromMs: number, toMs: number): Promise<number> {
  const { rows } = await client.query<{ id: string }>("SELECT id FROM events WHERE id >= $1::uuid AND id < $2::uuid ORDER BY id LIMIT 1", [
    uuidFloor(fromMs),
    uuidFloor(toMs),
  ]);
  const [first] = rows;
  return first ? Math.max(fromMs, Math.floor(uuidTime(first.id) / 1_000) * 1_000) : toMs;
}

/** Deletes a batch of hours past their keeping. @returns how many; a full batch means there may be more */
export async function deleteOldTypeHours(pool: pg.Pool, nowMs: number, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    "DELETE FROM event_type_hours WHERE ctid = ANY(ARRAY(SELECT ctid FROM event_type_hours WHERE bucket < to_timestamp($1::float8 / 1000) LIMIT $2))",
    [nowMs - KEPT_DAYS * DAY_MS, limit],
  );
  return rowCount ?? 0;
}

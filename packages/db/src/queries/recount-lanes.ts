import type pg from "pg";
import { uuidFloor } from "../ids/uuid-v7.ts";
import { dayStatement } from "../partitions/statement.ts";
import { afterBooks } from "./lane-accounts.ts";

/** Accepts are booked each second: a lane with a delivery younger than this may have some that are not booked yet. */
const UNBOOKED_MS = 10_000;

/**
 * Moves the books of some lanes by what they miss of the ledger; the dead that nobody replayed have an index of their own. Count and books are read in one snapshot, in which every settled delivery
 * is either in both or in neither, and the difference is added, so that what commits meanwhile stays booked. Deliveries that are accepted but not booked
 * yet make the count larger: it raises the books only of a lane that was accepted nothing for lately, and lowers those of any. Books are locked in key order, as by all who write them.
 */
const statement = dayStatement(
  "recount_lanes",
  ({ from, to }) => `
WITH locked AS MATERIALIZED (
  SELECT subscription_id FROM lane_stats WHERE subscription_id = ANY($1::uuid[]) ORDER BY subscription_id FOR NO KEY UPDATE
), missed AS MATERIALIZED (
  SELECT s.subscription_id AS id, o.backlog - s.backlog AS backlog, o.bytes - s.backlog_bytes AS bytes, x.dead - s.dead_count AS dead, x.oldest,
    NOT EXISTS (SELECT FROM deliveries d WHERE d.subscription_id = s.subscription_id AND d.id >= $2 AND d.id < '${to}') AS quiet
  FROM lane_stats s
  CROSS JOIN LATERAL (
    SELECT count(*) AS backlog, coalesce(sum(d.body_bytes), 0) AS bytes FROM deliveries d
    WHERE d.subscription_id = s.subscription_id AND d.state IN ('pending', 'inflight') AND d.id >= '${from}' AND d.id < '${to}'
  ) o
  CROSS JOIN LATERAL (
    SELECT count(*) AS dead, min(d.finished_at) AS oldest FROM deliveries d WHERE d.subscription_id = s.subscription_id AND d.state = 'dead' AND d.replayed_by IS NULL
  ) x
  WHERE s.subscription_id = ANY($1::uuid[])
), certain AS (
  SELECT id, CASE WHEN quiet OR backlog < 0 THEN backlog ELSE 0 END AS backlog, CASE WHEN quiet OR bytes < 0 THEN bytes ELSE 0 END AS bytes,
    CASE WHEN quiet OR dead < 0 THEN dead ELSE 0 END AS dead, oldest
  FROM missed
)
UPDATE lane_stats s SET backlog = s.backlog + c.backlog, backlog_bytes = s.backlog_bytes + c.bytes, dead_count = s.dead_count + c.dead,
  oldest_dead_at = CASE WHEN s.dead_count + c.dead > 0 THEN coalesce(c.oldest, s.oldest_dead_at) END, recounted_at = now()
FROM certain c WHERE s.subscription_id = c.id AND ${afterBooks("locked")}`,
);

const due = {
  name: "lanes_to_recount",
  text: `SELECT subscription_id AS id FROM lane_stats WHERE updated_at > coalesce(recounted_at, '-infinity') ORDER BY recounted_at NULLS FIRST LIMIT $1`,
};

/** Recounts the lanes that changed since their last recount, oldest first. @returns how many */
export async function recountLanes(pool: pg.Pool, nowMs: number, limit: number): Promise<number> {
  const { rows } = await pool.query<{ id: string }>({ ...due, values: [limit] });
  if (rows.length > 0) await pool.query({ ...statement(nowMs), values: [rows.map((row) => row.id), uuidFloor(nowMs - UNBOOKED_MS)] });
  return rows.length;
}

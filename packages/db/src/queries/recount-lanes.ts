import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";

/**
 * Sets the books of some lanes to what the ledger says. The recount runs beside settling transactions, whose changes it may
 * see or not: it is a correction by the hour, not a ledger.
 */
const statement = dayStatement(
  "recount_lanes",
  ({ from, to }) => `
WITH counted AS (
  SELECT l.id, o.backlog, o.bytes
  FROM unnest($1::uuid[]) AS l(id)
  CROSS JOIN LATERAL (
    SELECT count(*) AS backlog, coalesce(sum(d.body_bytes), 0) AS bytes FROM deliveries d
    WHERE d.subscription_id = l.id AND d.state IN ('pending', 'inflight') AND d.id >= '${from}' AND d.id < '${to}'
  ) o
)
UPDATE lane_stats s SET backlog = c.backlog, backlog_bytes = c.bytes, recounted_at = now()
FROM counted c WHERE s.subscription_id = c.id`,
);

const due = {
  name: "lanes_to_recount",
  text: `SELECT subscription_id AS id FROM lane_stats WHERE updated_at > coalesce(recounted_at, '-infinity') ORDER BY recounted_at NULLS FIRST LIMIT $1`,
};

/** Recounts the lanes that changed since their last recount, oldest first. @returns how many */
export async function recountLanes(pool: pg.Pool, nowMs: number, limit: number): Promise<number> {
  const { rows } = await pool.query<{ id: string }>({ ...due, values: [limit] });
  if (rows.length > 0) await pool.query({ ...statement(nowMs), values: [rows.map((row) => row.id)] });
  return rows.length;
}

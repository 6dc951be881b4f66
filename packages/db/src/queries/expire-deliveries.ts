import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";
import { bookDeadRollups, bookDeaths, bookLaneStats } from "./lane-accounts.ts";
import { bookReplays } from "./replay-accounts.ts";

/** Ends pending deliveries whose deadline has passed, whatever they were waiting for. */
const statement = dayStatement(
  "expire_deliveries",
  ({ from, to }) => `
WITH late AS MATERIALIZED (
  SELECT d.id FROM deliveries d
  WHERE d.state = 'pending' AND d.deadline_at <= now() AND d.id >= '${from}' AND d.id < '${to}'
  ORDER BY d.deadline_at LIMIT $1
  FOR UPDATE SKIP LOCKED
), ended AS (
  UPDATE deliveries d SET state = 'dead', reason = 'expired', finished_at = now()
  WHERE d.id = ANY (ARRAY(SELECT id FROM late)) AND d.id >= '${from}' AND d.id < '${to}'
  RETURNING d.id, d.event_id, d.subscription_id, d.test, d.replay_id, d.state, d.reason, d.body_bytes
), ${bookReplays}, ${bookLaneStats}, ${bookDeaths({ from, to })}, ${bookDeadRollups()}
SELECT count(*)::integer AS n FROM ended`,
);

/** @returns how many ended; a full batch means there may be more */
export async function expireDeliveries(pool: pg.Pool, nowMs: number, limit: number): Promise<number> {
  const { rows } = await pool.query<{ n: number }>({ ...statement(nowMs), values: [limit] });
  return rows[0]?.n ?? 0;
}

export { statement as expireDeliveriesStatement };

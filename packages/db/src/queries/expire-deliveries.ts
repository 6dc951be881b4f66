import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";
import { bookLaneStats } from "./lane-accounts.ts";

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
  FROM late WHERE d.id = late.id AND d.id >= '${from}' AND d.id < '${to}'
  RETURNING d.id, d.subscription_id, d.replay_id, d.state, d.body_bytes
), replayed AS (
  UPDATE replays p SET finished_at = now() FROM ended WHERE p.id = ended.replay_id
), ${bookLaneStats}
SELECT count(*)::integer AS n FROM ended`,
);

/** @returns how many ended; a full batch means there may be more */
export async function expireDeliveries(pool: pg.Pool, nowMs: number, limit: number): Promise<number> {
  const { rows } = await pool.query<{ n: number }>({ ...statement(nowMs), values: [limit] });
  return rows[0]?.n ?? 0;
}

export { statement as expireDeliveriesStatement };

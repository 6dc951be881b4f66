import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";
import { bookDeadRollups, bookLaneStats } from "./lane-accounts.ts";
import { bookReplays } from "./replay-accounts.ts";

/** Ends a batch of the pending deliveries of one subscription (deleted, or disabled): claims refuse them meanwhile. A disabled one keeps its test sends. */
const statement = dayStatement(
  "end_pending",
  ({ from, to }) => `
WITH batch AS MATERIALIZED (
  SELECT d.id FROM deliveries d
  WHERE d.subscription_id = $1 AND d.state = 'pending' AND d.shard = ANY($2::smallint[]) AND NOT (d.test AND $4 = 'subscription_disabled') AND d.id >= '${from}' AND d.id < '${to}'
  LIMIT (SELECT n FROM unnest(ARRAY[$3::integer]) AS l(n))
  FOR UPDATE SKIP LOCKED
), ended AS (
  UPDATE deliveries d SET state = 'dead', reason = $4, finished_at = now()
  WHERE d.id = ANY (ARRAY(SELECT id FROM batch)) AND d.id >= '${from}' AND d.id < '${to}'
  RETURNING d.id, d.subscription_id, d.replay_id, d.state, d.reason, d.body_bytes
), ${bookReplays}, ${bookLaneStats}, ${bookDeadRollups()}
SELECT count(*)::integer AS n FROM ended`,
);

/** @returns how many ended */
export async function endPending(
  pool: pg.Pool,
  nowMs: number,
  subscriptionId: string,
  shards: readonly number[],
  reason: string,
  limit: number,
): Promise<number> {
  const { rows } = await pool.query<{ n: number }>({ ...statement(nowMs), values: [subscriptionId, shards, limit, reason] });
  return rows[0]?.n ?? 0;
}

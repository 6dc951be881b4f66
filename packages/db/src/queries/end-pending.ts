import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";
import { bookLaneStats } from "./lane-accounts.ts";

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
  FROM batch WHERE d.id = batch.id AND d.id >= '${from}' AND d.id < '${to}'
  RETURNING d.id, d.subscription_id, d.replay_id, d.state, d.body_bytes
), replayed AS (
  UPDATE replays p SET finished_at = now() FROM ended WHERE p.id = ended.replay_id
), ${bookLaneStats}
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

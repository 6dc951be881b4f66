import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";
import { bookDeadRollups, bookLaneStats } from "./lane-accounts.ts";

/** Ends the oldest due retries of a lane whose subscription wants those that its retry budget does not afford dead instead of waiting. */
const statement = dayStatement(
  "dead_letter_retries",
  ({ from, to }) => `
WITH batch AS MATERIALIZED (
  SELECT d.id FROM unnest($1::smallint[], $2::uuid[], $3::integer[]) AS l(shard, subscription_id, n)
  CROSS JOIN LATERAL (
    SELECT d.id FROM deliveries d
    WHERE d.state = 'pending' AND d.shard = l.shard AND d.subscription_id = l.subscription_id AND d.class = 'retry' AND d.next_attempt_at <= now()
      AND d.id >= '${from}' AND d.id < '${to}'
    ORDER BY d.next_attempt_at
    LIMIT l.n
    FOR UPDATE SKIP LOCKED
  ) d
), ended AS (
  UPDATE deliveries d SET state = 'dead', reason = 'retry_budget', finished_at = now()
  WHERE d.id = ANY (ARRAY(SELECT id FROM batch)) AND d.id >= '${from}' AND d.id < '${to}'
  RETURNING d.id, d.subscription_id, d.replay_id, d.state, d.body_bytes
), replayed AS (
  UPDATE replays p SET finished_at = now() FROM ended WHERE p.id = ended.replay_id
), ${bookLaneStats}, ${bookDeadRollups()}
SELECT count(*)::integer AS n FROM ended`,
);

/** @returns how many ended */
export async function deadLetterRetries(
  pool: pg.Pool,
  nowMs: number,
  { shard, subscriptionId, n }: { shard: number; subscriptionId: string; n: number },
): Promise<number> {
  const { rows } = await pool.query<{ n: number }>({ ...statement(nowMs), values: [[shard], [subscriptionId], [n]] });
  return rows[0]?.n ?? 0;
}

export { statement as deadLetterRetriesStatement };

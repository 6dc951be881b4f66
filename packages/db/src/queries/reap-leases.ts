import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";
import { bookDeadRollups, bookDeaths, bookLaneStats } from "./lane-accounts.ts";
import { bookReplays } from "./replay-accounts.ts";

/**
 * Returns deliveries whose lease has run out: due at once, or dead(`outcome_unknown`) where at most one attempt may ever be made.
 * The lost attempt is recorded under its number, so numbers are never given twice.
 */
const statement = dayStatement(
  "reap_leases",
  ({ from, to }) => `
WITH lost AS MATERIALIZED (
  SELECT d.id FROM deliveries d
  WHERE d.state = 'inflight' AND d.lease_expires_at <= now() AND d.id >= '${from}' AND d.id < '${to}'
  ORDER BY d.lease_expires_at LIMIT $1
  FOR UPDATE SKIP LOCKED
), reaped AS (
  UPDATE deliveries d SET lease_token = NULL, lease_expires_at = NULL, next_attempt_at = now(),
    state = CASE d.mode WHEN 'at_most_once' THEN 'dead' ELSE 'pending' END,
    reason = CASE d.mode WHEN 'at_most_once' THEN 'outcome_unknown' END,
    finished_at = CASE d.mode WHEN 'at_most_once' THEN now() END
  WHERE d.id = ANY (ARRAY(SELECT id FROM lost)) AND d.id >= '${from}' AND d.id < '${to}'
  RETURNING d.id, d.shard, d.event_id, d.subscription_id, d.test, d.replay_id, d.state, d.reason, d.attempt, d.body_bytes
), ended AS (
  SELECT * FROM reaped WHERE state = 'dead'
), written AS (
  INSERT INTO attempts (delivery_id, number, started_at, outcome, cause, trigger, duration_ms, request_headers)
  SELECT id, attempt, now(), 'lease_lost', 'lease_lost', 'reaper', 0, '[]' FROM reaped ORDER BY id
  ON CONFLICT DO NOTHING
), ${bookReplays}, ${bookLaneStats}, ${bookDeaths({ from, to })}, ${bookDeadRollups()}
SELECT DISTINCT shard FROM reaped`,
);

/** @returns the shards that have work again */
export async function reapLeases(pool: pg.Pool, nowMs: number, limit: number): Promise<number[]> {
  const { rows } = await pool.query<{ shard: number }>({ ...statement(nowMs), values: [limit] });
  return rows.map((row) => row.shard);
}

export { statement as reapLeasesStatement };

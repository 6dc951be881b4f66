import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * Moves what arrived since the last sample into the minute's roll-up, for some lanes in key order. What is counted and what is marked as counted change together, so
 * nothing is counted twice, and what one minute misses the next one has. Takes rows in the order in which settling takes them.
 */
const arrivals = {
  name: "sample_arrivals",
  text: `
WITH due AS MATERIALIZED (
  SELECT subscription_id AS id, arrived - sampled_arrived AS n FROM lane_stats
  WHERE subscription_id > $1::uuid AND arrived > sampled_arrived ORDER BY subscription_id LIMIT $2 FOR NO KEY UPDATE
), marked AS (
  UPDATE lane_stats s SET sampled_arrived = s.sampled_arrived + due.n FROM due WHERE s.subscription_id = due.id RETURNING s.subscription_id AS id, due.n
), noted AS (
  INSERT INTO rollup_minutes AS m (subscription_id, bucket, accepted)
  SELECT id, date_trunc('minute', now(), 'UTC'), n FROM marked ORDER BY id
  ON CONFLICT (subscription_id, bucket) DO UPDATE SET accepted = m.accepted + excluded.accepted
)
SELECT count(*)::integer AS n, max(id::text) AS last FROM due`,
};

/** Notes the backlog, and for how long its longest due delivery has been due, of some lanes in key order. Reads the first index entry of each class of each lane. */
const backlogs = dayStatement(
  "sample_backlogs",
  ({ from, to }) => `
WITH waiting AS MATERIALIZED (
  SELECT b.subscription_id AS id, b.backlog FROM lane_stats b
  WHERE b.subscription_id > $1::uuid AND b.backlog > 0 ORDER BY b.subscription_id LIMIT $2
), seen AS (
  SELECT w.id, w.backlog, greatest(0, extract(epoch FROM now() - min(f.next_attempt_at)))::integer AS oldest_due_s
  FROM waiting w
  JOIN subscriptions s ON s.id = w.id
  CROSS JOIN LATERAL unnest(s.earlier_shards || s.shard) AS h(shard)
  CROSS JOIN unnest(ARRAY['ordered', 'first', 'retry', 'catch_up']) AS c(class)
  LEFT JOIN LATERAL (
    SELECT d.next_attempt_at FROM deliveries d
    WHERE d.state = 'pending' AND d.shard = h.shard AND d.subscription_id = s.id AND d.class = c.class COLLATE "C"
      AND d.id >= '${from}' AND d.id < '${to}'
    ORDER BY d.next_attempt_at LIMIT 1
  ) f ON true
  GROUP BY w.id, w.backlog
), noted AS (
  INSERT INTO rollup_minutes AS m (subscription_id, bucket, backlog, oldest_due_s)
  SELECT id, date_trunc('minute', now(), 'UTC'), least(backlog, 2147483647), coalesce(oldest_due_s, 0) FROM seen ORDER BY id
  ON CONFLICT (subscription_id, bucket) DO UPDATE SET backlog = excluded.backlog, oldest_due_s = excluded.oldest_due_s
)
SELECT count(*)::integer AS n, max(id::text) AS last FROM waiting`,
);

interface Batch {
  n: number;
  last: string | null;
}

/** @param after the last lane of the batch before; undefined for the first @returns the last lane of this batch; undefined when it was the last batch */
export async function sampleArrivals(pool: pg.Pool, after: string | undefined, limit: number): Promise<string | undefined> {
  const { rows } = await pool.query<Batch>({ ...arrivals, values: [after ?? BEFORE_ALL, limit] });
  return nextOf(rows[0], limit);
}

/** The same for what waits. @param nowMs the database's time */
export async function sampleBacklogs(pool: pg.Pool, nowMs: number, after: string | undefined, limit: number): Promise<string | undefined> {
  const { rows } = await pool.query<Batch>({ ...backlogs(nowMs), values: [after ?? BEFORE_ALL, limit] });
  return nextOf(rows[0], limit);
}

const nextOf = (batch: Batch | undefined, limit: number): string | undefined =>
  batch && batch.n === limit ? (batch.last ?? undefined) : undefined;

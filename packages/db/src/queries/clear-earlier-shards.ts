import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";

/** Forgets the earlier shards of moved subscriptions that hold no open delivery of them any more. */
const statement = dayStatement(
  "clear_earlier_shards",
  ({ from, to }) => `
UPDATE subscriptions s SET earlier_shards = '{}'
WHERE s.earlier_shards <> '{}' AND NOT EXISTS (
  SELECT FROM deliveries d WHERE d.subscription_id = s.id AND d.shard = ANY(s.earlier_shards) AND d.state IN ('pending', 'inflight')
    AND d.id >= '${from}' AND d.id < '${to}')`,
);

export async function clearEarlierShards(pool: pg.Pool, nowMs: number): Promise<void> {
  await pool.query(statement(nowMs));
}

import type { DeliveryClass } from "@hooklane/core";
import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";

export interface PendingClassHead {
  subscriptionId: string;
  class: DeliveryClass;
  /** When the first pending delivery of the class is due, ms by the database's clock; it may lie ahead. */
  firstDueMs: number;
}

/** The first pending delivery of each class of some lanes: the first index entry of each class and shard. */
const statement = dayStatement(
  "read_pending_heads",
  ({ from, to }) => `
SELECT s.id AS "subscriptionId", c.class, (extract(epoch FROM f.next_attempt_at) * 1000)::float8 AS "firstDueMs"
FROM subscriptions s
CROSS JOIN LATERAL unnest(s.earlier_shards || s.shard) AS h(shard)
CROSS JOIN unnest(ARRAY['ordered', 'first', 'retry', 'catch_up']) AS c(class)
CROSS JOIN LATERAL (
  SELECT d.next_attempt_at FROM deliveries d
  WHERE d.state = 'pending' AND d.shard = h.shard AND d.subscription_id = s.id AND d.class = c.class COLLATE "C"
    AND d.id >= '${from}' AND d.id < '${to}'
  ORDER BY d.next_attempt_at LIMIT 1
) f
WHERE s.id = ANY($1::uuid[])`,
);

/** @returns one per subscription, class and shard that has pending deliveries */
export async function readPendingHeads(pool: pg.Pool, nowMs: number, subscriptionIds: readonly string[]): Promise<PendingClassHead[]> {
  if (subscriptionIds.length === 0) return [];
  const { rows } = await pool.query<PendingClassHead>({ ...statement(nowMs), values: [subscriptionIds] });
  return rows;
}

export { statement as readPendingHeadsStatement };

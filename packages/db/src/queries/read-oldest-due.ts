import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";

/** The due time of the delivery that is due the longest in a lane that may be sent to: the first index entry of each class and shard. */
const statement = dayStatement(
  "read_oldest_due",
  ({ from, to }) => `
SELECT min(f.next_attempt_at) AS "oldestDueAt"
FROM subscriptions s
CROSS JOIN LATERAL unnest(s.earlier_shards || s.shard) AS h(shard)
CROSS JOIN unnest(ARRAY['ordered', 'first', 'retry', 'catch_up']) AS c(class)
CROSS JOIN LATERAL (
  SELECT d.next_attempt_at FROM deliveries d
  WHERE d.state = 'pending' AND d.shard = h.shard AND d.subscription_id = s.id AND d.class = c.class COLLATE "C" AND d.next_attempt_at <= now()
    AND d.id >= '${from}' AND d.id < '${to}'
  ORDER BY d.next_attempt_at LIMIT 1
) f
WHERE s.id = $1 AND s.state = 'active'`,
);

/** @returns undefined when nothing is due, and for subscriptions that are paused or disabled */
export async function readOldestDue(pool: pg.Pool, nowMs: number, subscriptionId: string): Promise<Date | undefined> {
  const { rows } = await pool.query<{ oldestDueAt: Date | null }>({ ...statement(nowMs), values: [subscriptionId] });
  return rows[0]?.oldestDueAt ?? undefined;
}

export { statement as readOldestDueStatement };

import type { DeliveryClass } from "@hooklane/core";
import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";

export interface DueLane {
  shard: number;
  subscriptionId: string;
  class: DeliveryClass;
  /** Due time of the lane's first row of this class, ms by the database's clock. */
  firstDueMs: number;
}

/**
 * The lanes of some shards that have pending rows, with the first due time per class: a loose index scan that steps from one
 * (shard, subscription, class) to the next, so that its cost follows the number of lanes, never the backlog. The due test is the
 * caller's: as a condition of the step it would read every row of a lane that is not due. What a paused replay holds back is stepped over as one more class.
 */
const statement = dayStatement(
  "discover_lanes",
  ({ from, to }) => `
WITH RECURSIVE lane AS (
  SELECT f.* FROM unnest($1::smallint[]) AS owned(shard)
  CROSS JOIN LATERAL (
    SELECT d.shard, d.subscription_id, d.class, d.next_attempt_at FROM deliveries d
    WHERE d.state = 'pending' AND d.shard = owned.shard AND d.id >= '${from}' AND d.id < '${to}'
    ORDER BY d.shard, d.subscription_id, d.class, d.next_attempt_at LIMIT 1
  ) f
  UNION ALL
  SELECT n.* FROM lane l
  CROSS JOIN LATERAL (
    SELECT d.shard, d.subscription_id, d.class, d.next_attempt_at FROM deliveries d
    WHERE d.state = 'pending' AND d.shard = l.shard AND (d.subscription_id, d.class) > (l.subscription_id, l.class)
      AND d.id >= '${from}' AND d.id < '${to}'
    ORDER BY d.shard, d.subscription_id, d.class, d.next_attempt_at LIMIT 1
  ) n
)
SELECT shard, subscription_id AS "subscriptionId", class, (extract(epoch FROM next_attempt_at) * 1000)::float8 AS "firstDueMs" FROM lane WHERE class <> 'held'`,
);

export async function discoverLanes(pool: pg.Pool, nowMs: number, shards: readonly number[]): Promise<DueLane[]> {
  if (shards.length === 0) return [];
  const { rows } = await pool.query<DueLane>({ ...statement(nowMs), values: [shards] });
  return rows;
}

export { statement as discoverLanesStatement };

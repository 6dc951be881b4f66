import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";
import { type ClaimedDelivery, claimedColumns, leaseAssignments } from "./claim-deliveries.ts";

export interface OrderedHead {
  subscriptionId: string;
  /** When the head may be tried next (ms); while it is in flight nothing of the lane may be. */
  headDueMs: number;
  claimed: ClaimedDelivery | undefined;
}

/**
 * Claims the head of each ordered lane: its lowest open sequence and nothing else. While the head is in flight, waits for a retry or is
 * locked by another claim, the lane yields nothing. The head is found before it is locked: SKIP LOCKED while looking would step over it.
 */
const statement = dayStatement(
  "claim_ordered",
  ({ from, to }) => `
WITH head AS MATERIALIZED (
  SELECT l.subscription_id, s.version, h.id, h.state, h.next_attempt_at
  FROM unnest($1::uuid[]) AS l(subscription_id)
  JOIN subscriptions s ON s.id = l.subscription_id AND s.state = 'active'
  CROSS JOIN LATERAL (
    SELECT d.id, d.state, d.next_attempt_at FROM deliveries d
    WHERE d.subscription_id = l.subscription_id AND d.sequence IS NOT NULL AND d.state IN ('pending', 'inflight')
      AND d.id >= '${from}' AND d.id < '${to}'
    ORDER BY d.sequence LIMIT 1
  ) h
), free AS MATERIALIZED (
  SELECT d.id FROM deliveries d
  WHERE d.id = ANY (ARRAY(SELECT id FROM head WHERE state = 'pending')) AND d.id >= '${from}' AND d.id < '${to}'
    AND d.state = 'pending' AND d.next_attempt_at <= now()
  FOR UPDATE SKIP LOCKED
), claimed AS (
  UPDATE deliveries d SET ${leaseAssignments("$2", "$3")}
  WHERE d.id = ANY (ARRAY(SELECT id FROM free)) AND d.id >= '${from}' AND d.id < '${to}'
  RETURNING ${claimedColumns}
)
SELECT claimed.*, head.version AS "subscriptionVersion", head.subscription_id AS "laneId",
  (extract(epoch FROM head.next_attempt_at) * 1000)::float8 AS "headDueMs"
FROM head LEFT JOIN claimed ON claimed.id = head.id`,
);

type Row = ClaimedDelivery & { laneId: string; headDueMs: number };

export async function claimOrdered(
  pool: pg.Pool,
  nowMs: number,
  subscriptionIds: readonly string[],
  token: string,
  leaseMs: number,
): Promise<OrderedHead[]> {
  if (subscriptionIds.length === 0) return [];
  const { rows } = await pool.query<Row>({ ...statement(nowMs), values: [subscriptionIds, token, leaseMs] });
  return rows.map(({ laneId, headDueMs, ...claimed }) => ({
    subscriptionId: laneId,
    headDueMs,
    claimed: claimed.id === null ? undefined : claimed,
  }));
}

export { statement as claimOrderedStatement };

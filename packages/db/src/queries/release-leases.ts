import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";

/** Gives claimed deliveries back untried, attempt number included: nothing was sent for them. */
const statement = dayStatement(
  "release_leases",
  ({ from, to }) => `
UPDATE deliveries d SET state = 'pending', attempt = d.attempt - 1, lease_token = NULL, lease_expires_at = NULL
FROM unnest($1::uuid[], $2::uuid[]) AS r(id, lease_token)
WHERE d.id = r.id AND d.lease_token = r.lease_token AND d.id >= '${from}' AND d.id < '${to}'`,
);

export async function releaseLeases(
  pool: pg.Pool,
  nowMs: number,
  leases: readonly { deliveryId: string; leaseToken: string }[],
): Promise<number> {
  if (leases.length === 0) return 0;
  const { rowCount } = await pool.query({
    ...statement(nowMs),
    values: [leases.map((l) => l.deliveryId), leases.map((l) => l.leaseToken)],
  });
  return rowCount ?? 0;
}

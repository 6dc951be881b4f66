import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";

/** Gives a claimed delivery back untried: it is pending again under the due time that it had, and the attempt number that it was given is free. */
const statement = dayStatement(
  "release_claimed",
  ({ from, to }) => `
UPDATE deliveries d SET state = 'pending', attempt = d.attempt - 1, lease_token = NULL, lease_expires_at = NULL
WHERE d.id = $1 AND d.lease_token = $2 AND d.id >= '${from}' AND d.id < '${to}'`,
);

/** @returns false when the lease was over and the delivery is somebody else's */
export async function releaseClaimed(
  pool: pg.Pool,
  nowMs: number,
  { deliveryId, leaseToken }: { deliveryId: string; leaseToken: string },
): Promise<boolean> {
  const { rowCount } = await pool.query({ ...statement(nowMs), values: [deliveryId, leaseToken] });
  return rowCount === 1;
}

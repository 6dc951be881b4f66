import type pg from "pg";
import { dayStatement } from "../partitions/statement.ts";

/** Gives claimed deliveries back untried: they are pending again, and the attempt number that each was given is free. */
const untried = `UPDATE deliveries d SET state = 'pending', attempt = d.attempt - 1, lease_token = NULL, lease_expires_at = NULL`;

const one = dayStatement(
  "release_claimed",
  ({ from, to }) =>
    `${untried}, next_attempt_at = greatest(d.next_attempt_at, to_timestamp($3::float8 / 1000)) WHERE d.id = $1 AND d.lease_token = $2 AND d.id >= '${from}' AND d.id < '${to}'`,
);

/** Reads every row in flight: for the rare claims whose answers are lost. */
const all = dayStatement(
  "release_leases",
  ({ from, to }) => `${untried} WHERE d.state = 'inflight' AND d.lease_token = ANY ($1::uuid[]) AND d.id >= '${from}' AND d.id < '${to}'`,
);

/**
 * @param notBeforeMs the delivery is due then, unless it is due later
 * @returns false when the lease was over and the delivery is somebody else's
 */
export async function releaseClaimed(
  pool: pg.Pool,
  nowMs: number,
  { deliveryId, leaseToken, notBeforeMs }: { deliveryId: string; leaseToken: string; notBeforeMs: number },
): Promise<boolean> {
  const { rowCount } = await pool.query({ ...one(nowMs), values: [deliveryId, leaseToken, notBeforeMs] });
  return rowCount === 1;
}

/** Gives back all that was claimed under some tokens, none of which may have been begun. @returns how many there were */
export async function releaseLeases(pool: pg.Pool, nowMs: number, leaseTokens: readonly string[]): Promise<number> {
  if (leaseTokens.length === 0) return 0;
  const { rowCount } = await pool.query({ ...all(nowMs), values: [leaseTokens] });
  return rowCount ?? 0;
}

import type pg from "pg";

export const SHARDS = 1_024;
/** A worker that has not been heard of for this long counts as dead; its shards are free. */
export const WORKER_TTL_MS = 10_000;

export interface LiveWorker {
  id: string;
  draining: boolean;
}

/** Signs this worker on or says that it still lives, and reads who else does. @param ttlMs silence after which a worker counts as dead */
export async function heartbeat(
  pool: pg.Pool,
  worker: { id: string; incarnation: string; hostname: string; pid: number; draining: boolean },
  ttlMs: number,
): Promise<LiveWorker[]> {
  await pool.query({
    name: "heartbeat",
    text: `INSERT INTO workers AS w (id, incarnation, hostname, pid, draining) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (id) DO UPDATE SET incarnation = excluded.incarnation, hostname = excluded.hostname, pid = excluded.pid, draining = excluded.draining,
        heartbeat_at = now(), started_at = CASE WHEN w.incarnation = excluded.incarnation THEN w.started_at ELSE now() END`,
    values: [worker.id, worker.incarnation, worker.hostname, worker.pid, worker.draining],
  });
  const { rows } = await pool.query<LiveWorker>({
    name: "live_workers",
    text: `SELECT id, draining FROM workers WHERE heartbeat_at > now() - $1::float8 * interval '1 ms' ORDER BY id`,
    values: [ttlMs],
  });
  return rows;
}

/** Signs a worker off; its shards are free at once. */
export async function signOff(pool: pg.Pool, workerId: string): Promise<void> {
  await pool.query(`WITH freed AS (UPDATE shards SET owner = NULL WHERE owner = $1) DELETE FROM workers WHERE id = $1`, [workerId]);
}

/** Takes those of the wanted shards that nobody living owns. @returns the shards this worker owns now, of those wanted */
export async function acquireShards(pool: pg.Pool, workerId: string, wanted: readonly number[], ttlMs: number): Promise<number[]> {
  if (wanted.length === 0) return [];
  await pool.query({
    name: "acquire_shards",
    text: `UPDATE shards s SET owner = $1, acquired_at = now()
      WHERE s.shard IN (SELECT f.shard FROM shards f WHERE f.shard = ANY($2::smallint[]) AND f.owner IS DISTINCT FROM $1 ORDER BY f.shard FOR UPDATE SKIP LOCKED)
        AND (s.owner IS NULL OR NOT EXISTS (SELECT FROM workers w WHERE w.id = s.owner AND w.heartbeat_at > now() - $3::float8 * interval '1 ms'))`,
    values: [workerId, wanted, ttlMs],
  });
  const { rows } = await pool.query<{ shard: number }>({
    name: "owned_shards",
    text: `SELECT shard FROM shards WHERE owner = $1 AND shard = ANY($2::smallint[])`,
    values: [workerId, wanted],
  });
  return rows.map((row) => row.shard);
}

/** Gives shards up to whoever is to own them. */
export async function releaseShards(pool: pg.Pool, workerId: string, shards: readonly number[]): Promise<void> {
  if (shards.length > 0)
    await pool.query(`UPDATE shards SET owner = NULL WHERE owner = $1 AND shard = ANY($2::smallint[])`, [workerId, shards]);
}

export interface OpenLease {
  deliveryId: string;
  leaseToken: string;
  subscriptionId: string;
  expiresMs: number;
}

/** Which of these leases are still open: neither settled, nor run out, nor taken anew. */
export async function readStillOpen(pool: pg.Pool, leases: readonly OpenLease[]): Promise<OpenLease[]> {
  if (leases.length === 0) return [];
  const { rows } = await pool.query<{ id: string }>(
    `SELECT d.id FROM unnest($1::uuid[], $2::uuid[]) AS l(id, token) JOIN deliveries d ON d.id = l.id AND d.lease_token = l.token
     WHERE d.lease_expires_at > now()`,
    [leases.map((lease) => lease.deliveryId), leases.map((lease) => lease.leaseToken)],
  );
  const open = new Set(rows.map((row) => row.id));
  return leases.filter((lease) => open.has(lease.deliveryId));
}

/** Unexpired leases in some shards: requests that an earlier owner may still have in flight. */
export async function readOpenLeases(pool: pg.Pool, shards: readonly number[]): Promise<OpenLease[]> {
  const { rows } = await pool.query<OpenLease>(
    `SELECT id AS "deliveryId", lease_token AS "leaseToken", subscription_id AS "subscriptionId", (extract(epoch FROM lease_expires_at) * 1000)::float8 AS "expiresMs"
     FROM deliveries WHERE state = 'inflight' AND lease_expires_at > now() AND shard = ANY($1::smallint[])`,
    [shards],
  );
  return rows;
}

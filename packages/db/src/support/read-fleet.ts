import type pg from "pg";

/** A worker as the others see it. */
export interface FleetWorker {
  id: string;
  hostname: string;
  pid: number;
  startedAt: Date;
  heartbeatAt: Date;
  draining: boolean;
  isLive: boolean;
  shards: number;
  /** Requests in flight and lanes in use, as it told last of its lanes. */
  inFlight: number;
  lanes: number;
}

/** Lanes told of within this count as in use: their owner tells each minute. */
const TOLD_S = 90;

export async function readWorkers(pool: pg.Pool, ttlMs: number): Promise<FleetWorker[]> {
  const { rows } = await pool.query<FleetWorker>(
    `WITH owned AS (SELECT owner, count(*) AS n FROM shards WHERE owner IS NOT NULL GROUP BY owner),
     used AS (
       SELECT live->>'worker' AS worker, sum((live->'lane'->>'inFlight')::integer) AS in_flight, count(*) AS n
       FROM lane_states WHERE updated_at > now() - interval '${TOLD_S} seconds' AND live IS NOT NULL GROUP BY 1
     )
     SELECT w.id, w.hostname, w.pid, w.started_at AS "startedAt", w.heartbeat_at AS "heartbeatAt", w.draining,
       w.heartbeat_at > now() - $1::float8 * interval '1 ms' AS "isLive", coalesce(o.n, 0)::float8 AS shards,
       coalesce(u.in_flight, 0)::float8 AS "inFlight", coalesce(u.n, 0)::float8 AS lanes
     FROM workers w LEFT JOIN owned o ON o.owner = w.id LEFT JOIN used u ON u.worker = w.id::text ORDER BY w.started_at`,
    [ttlMs],
  );
  return rows;
}

/** Leases of the ledger, and the oldest that nobody has taken up again. */
export interface LeaseTotals {
  open: number;
  expired: number;
  oldestExpiredAt: Date | null;
}

export async function readLeaseTotals(pool: pg.Pool): Promise<LeaseTotals> {
  const { rows } = await pool.query<LeaseTotals>(
    `SELECT count(*) FILTER (WHERE lease_expires_at > now())::float8 AS open, count(*) FILTER (WHERE lease_expires_at <= now())::float8 AS expired,
       min(lease_expires_at) FILTER (WHERE lease_expires_at <= now()) AS "oldestExpiredAt"
     FROM deliveries WHERE state = 'inflight'`,
  );
  return rows[0] as LeaseTotals;
}

/** A circuit that is not closed. */
export interface OpenCircuit {
  scope: "endpoint" | "host";
  host: string;
  /** Null for a host's. */
  subscriptionId: string | null;
  tenantId: string | null;
  tenantName: string | null;
  changedMs: number;
  untilMs: number;
}

/** Circuits that are stored as open, the latest first. */
export async function readOpenCircuits(pool: pg.Pool, limit: number): Promise<OpenCircuit[]> {
  const { rows } = await pool.query<OpenCircuit>(
    `SELECT * FROM (
       SELECT 'host' AS scope, h.host, NULL::uuid AS "subscriptionId", NULL::uuid AS "tenantId", NULL AS "tenantName",
         (h.circuit->>'changedAt')::float8 AS "changedMs", (h.circuit->>'until')::float8 AS "untilMs"
       FROM host_states h WHERE h.circuit->>'phase' = 'open'
       UNION ALL
       SELECT 'endpoint', s.host, s.id, t.id, t.name, (l.state->'circuit'->>'changedAt')::float8, (l.state->'circuit'->>'until')::float8
       FROM lane_states l JOIN subscriptions s ON s.id = l.subscription_id JOIN tenants t ON t.id = s.tenant_id
       WHERE l.state->'circuit'->>'phase' = 'open' AND s.state <> 'deleted'
     ) c ORDER BY "changedMs" DESC LIMIT $1`,
    [limit],
  );
  return rows;
}

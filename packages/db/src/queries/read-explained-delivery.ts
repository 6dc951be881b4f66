import type pg from "pg";

/** A delivery with everything beside its lane's state that its admission depends on, whoever's it is: for the support staff alone. */
export interface ExplainedDelivery {
  id: string;
  eventId: string;
  subscriptionId: string;
  tenantId: string;
  tenantName: string;
  plan: string;
  /** What staff changed of the plan; unchecked. */
  planOverride: unknown;
  url: string;
  host: string;
  subscriptionState: string;
  rateLimit: number | null;
  emptyBudget: string | null;
  /** What the operator allows the host; null: the configured cap. */
  hostCap: number | null;
  state: string;
  class: string;
  reason: string | null;
  attempt: number;
  nextAttemptMs: number;
  deadlineMs: number;
  leaseExpiresMs: number | null;
  finishedMs: number | null;
  lastStatus: number | null;
  lastError: string | null;
  /** Live worker that owns the lane's shard; null: nobody does. */
  owner: string | null;
}

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

/** @param workerTtlMs silence after which a worker counts as dead */
export async function readExplainedDelivery(pool: pg.Pool, id: string, workerTtlMs: number): Promise<ExplainedDelivery | undefined> {
  const { rows } = await pool.query<ExplainedDelivery>(
    `SELECT d.id, d.event_id AS "eventId", d.subscription_id AS "subscriptionId", s.tenant_id AS "tenantId", t.name AS "tenantName", t.plan,
       t.plan_override AS "planOverride", s.url, s.host, CASE WHEN t.deleted_at IS NULL THEN s.state ELSE 'deleted' END AS "subscriptionState",
       s.rate_limit AS "rateLimit", s.retry_policy->>'on_empty_budget' AS "emptyBudget", h.cap AS "hostCap", d.state, d.class, d.reason, d.attempt,
       ${ms("d.next_attempt_at")} AS "nextAttemptMs", ${ms("d.deadline_at")} AS "deadlineMs", ${ms("d.lease_expires_at")} AS "leaseExpiresMs",
       ${ms("d.finished_at")} AS "finishedMs", d.last_status AS "lastStatus", d.last_error AS "lastError", w.id AS owner
     FROM deliveries d
     JOIN subscriptions s ON s.id = d.subscription_id
     JOIN tenants t ON t.id = s.tenant_id
     LEFT JOIN host_limits h ON h.host = s.host
     LEFT JOIN shards o ON o.shard = s.shard
     LEFT JOIN workers w ON w.id = o.owner AND w.heartbeat_at > now() - $2::float8 * interval '1 ms'
     WHERE d.id = $1`,
    [id, workerTtlMs],
  );
  return rows[0];
}

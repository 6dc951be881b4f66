import type pg from "pg";

/** What a tenant has and what became of it, from books and roll-ups. */
export interface TenantLoad {
  active: number;
  paused: number;
  disabled: number;
  /** Pending and in flight. */
  backlog: number;
  deadCount: number;
  /** Of the last 24 hours, to the hour. */
  succeeded: number;
  failed: number;
  delivered: number;
  dead: number;
}

export async function readTenantLoad(pool: pg.Pool, tenantId: string): Promise<TenantLoad> {
  const { rows } = await pool.query<TenantLoad>(
    `WITH lanes AS MATERIALIZED (SELECT id, state FROM subscriptions WHERE tenant_id = $1 AND state <> 'deleted'),
     ended AS (
       SELECT sum(r.succeeded) AS succeeded, sum(r.failed) AS failed, sum(r.delivered) AS delivered, sum(r.dead) AS dead FROM (
         SELECT h.* FROM lanes l JOIN rollup_hours h ON h.subscription_id = l.id AND h.bucket > now() - interval '24 hours'
         UNION ALL
         SELECT m.* FROM lanes l JOIN rollup_minutes m ON m.subscription_id = l.id AND m.bucket >= coalesce(
           (SELECT c.folded_up_to FROM rollup_cursors c WHERE c.name = 'minutes_to_hours' AND isfinite(c.folded_up_to)), now() - interval '24 hours')
       ) r
     )
     SELECT count(*) FILTER (WHERE l.state = 'active')::float8 AS active, count(*) FILTER (WHERE l.state = 'paused')::float8 AS paused,
       count(*) FILTER (WHERE l.state = 'disabled')::float8 AS disabled,
       coalesce(sum(greatest(b.backlog, 0)), 0)::float8 AS backlog, coalesce(sum(greatest(b.dead_count, 0)), 0)::float8 AS "deadCount",
       (SELECT coalesce(succeeded, 0)::float8 FROM ended) AS succeeded, (SELECT coalesce(failed, 0)::float8 FROM ended) AS failed,
       (SELECT coalesce(delivered, 0)::float8 FROM ended) AS delivered, (SELECT coalesce(dead, 0)::float8 FROM ended) AS dead
     FROM lanes l LEFT JOIN lane_stats b ON b.subscription_id = l.id`,
    [tenantId],
  );
  return rows[0] as TenantLoad;
}

/** An endpoint that something is wrong with. */
export interface TroubledEndpoint {
  subscriptionId: string;
  url: string;
  state: string;
  disabledReason: string | null;
  circuit: string;
  backlog: number;
  deadCount: number;
  isShedding: boolean;
  /** Its likely configuration error; null without one. */
  configCause: string | null;
}

/** A tenant's endpoints that something is wrong with, those with the most waiting first. */
export async function readTroubledEndpoints(pool: pg.Pool, tenantId: string, limit: number): Promise<TroubledEndpoint[]> {
  const { rows } = await pool.query<TroubledEndpoint>(
    `SELECT * FROM (
       SELECT s.id AS "subscriptionId", s.url, s.state, s.disabled_reason AS "disabledReason",
         coalesce(l.live->'circuit'->>'state', l.state->'circuit'->>'phase', 'closed') AS circuit,
         greatest(coalesce(b.backlog, 0), 0)::float8 AS backlog, greatest(coalesce(b.dead_count, 0), 0)::float8 AS "deadCount",
         coalesce(w.is_shedding, false) AS "isShedding", l.config_error->'episode'->'open'->>'cause' AS "configCause"
       FROM subscriptions s
       LEFT JOIN lane_stats b ON b.subscription_id = s.id
       LEFT JOIN lane_states l ON l.subscription_id = s.id
       LEFT JOIN lane_sheds w ON w.subscription_id = s.id
       WHERE s.tenant_id = $1 AND s.state <> 'deleted'
     ) e WHERE state = 'disabled' OR circuit <> 'closed' OR "deadCount" > 0 OR "isShedding" OR "configCause" IS NOT NULL
     ORDER BY state = 'disabled' DESC, backlog DESC, "deadCount" DESC, "subscriptionId" LIMIT $2`,
    [tenantId, limit],
  );
  return rows;
}

/** A tenant's open alerts by kind, the kinds with the most first. */
export async function readOpenAlertCounts(pool: pg.Pool, tenantId: string): Promise<{ kind: string; open: number }[]> {
  const { rows } = await pool.query<{ kind: string; open: number }>(
    "SELECT kind, count(*)::float8 AS open FROM alerts WHERE tenant_id = $1 AND state = 'open' GROUP BY kind ORDER BY open DESC, kind",
    [tenantId],
  );
  return rows;
}

import type pg from "pg";
import { latencyEdgesMs } from "../queries/latency-buckets.ts";

/** What a lane's plan would have to allow by a month of its traffic. */
export interface LaneNeed {
  subscriptionId: string;
  tenantId: string;
  plan: string;
  /** What staff changed of the plan; unchecked. */
  planOverride: unknown;
  /** λ: ended deliveries per second of the busiest hour. */
  arrivalPerS: number;
  /** L: upper edge of the bucket that the 99th percentile of that hour's successful attempts lies in, in milliseconds. */
  latencyP99Ms: number;
}

/** The busiest hours of lanes that are in use, in a stretch of hourly roll-ups, by subscription; a page of them after an id. */
export async function readBusiestHours(pool: pg.Pool, sinceMs: number, afterId: string | undefined, limit: number): Promise<LaneNeed[]> {
  const edges = `ARRAY[${[...latencyEdgesMs, latencyEdgesMs.at(-1)].join(", ")}]::integer[]`;
  const { rows } = await pool.query<LaneNeed>(
    `SELECT s.id AS "subscriptionId", s.tenant_id AS "tenantId", t.plan, t.plan_override AS "planOverride",
       (h.ended / 3600.0)::float8 AS "arrivalPerS", p.ms AS "latencyP99Ms"
     FROM (SELECT id, tenant_id FROM subscriptions WHERE state <> 'deleted' AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3) s
     JOIN tenants t ON t.id = s.tenant_id AND t.deleted_at IS NULL
     CROSS JOIN LATERAL (
       SELECT r.delivered + r.dead AS ended, r.attempt_latency FROM rollup_hours r
       WHERE r.subscription_id = s.id AND r.bucket >= to_timestamp($1::float8 / 1000) AND r.succeeded > 0
       ORDER BY r.delivered + r.dead DESC, r.bucket DESC LIMIT 1
     ) h
     CROSS JOIN LATERAL (
       SELECT (${edges})[b.i] AS ms FROM (
         SELECT l.i, sum(l.n) OVER (ORDER BY l.i) AS upto, sum(l.n) OVER () AS whole FROM unnest(h.attempt_latency) WITH ORDINALITY AS l(n, i)
       ) b WHERE b.upto >= ceil(0.99 * b.whole) AND b.whole > 0 ORDER BY b.i LIMIT 1
     ) p
     ORDER BY s.id`,
    [sinceMs, afterId ?? null, limit],
  );
  return rows;
}

/** The last subscription of a page of them: where the next page begins; undefined when there is none after. */
export async function readPageEnd(pool: pg.Pool, afterId: string | undefined, limit: number): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM subscriptions WHERE state <> 'deleted' AND ($1::uuid IS NULL OR id > $1) ORDER BY id OFFSET $2 LIMIT 1`,
    [afterId ?? null, limit - 1],
  );
  return rows[0]?.id;
}

export interface CapacityFindingRow {
  subscriptionId: string;
  tenantId: string;
  arrivalPerS: number;
  latencyP99Ms: number;
  needed: number;
  cap: number;
}

/** Puts what a review has found in the place of what the one before had. */
export async function replaceCapacityFindings(client: pg.ClientBase, found: readonly CapacityFindingRow[]): Promise<void> {
  await client.query("DELETE FROM capacity_findings");
  await client.query(
    `INSERT INTO capacity_findings (subscription_id, tenant_id, arrival_per_s, latency_p99_ms, needed, cap)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::float8[], $4::integer[], $5::integer[], $6::integer[])`,
    [
      found.map(({ subscriptionId }) => subscriptionId),
      found.map(({ tenantId }) => tenantId),
      found.map(({ arrivalPerS }) => arrivalPerS),
      found.map(({ latencyP99Ms }) => latencyP99Ms),
      found.map(({ needed }) => needed),
      found.map(({ cap }) => cap),
    ],
  );
}

export interface ListedFinding extends CapacityFindingRow {
  url: string;
  tenantName: string;
  plan: string;
  planOverride: unknown;
  reviewedAt: Date;
}

/** What the last review found of lanes that are still there, those that lack the most first. */
export async function listCapacityFindings(pool: pg.Pool, limit: number): Promise<ListedFinding[]> {
  const { rows } = await pool.query<ListedFinding>(
    `SELECT f.subscription_id AS "subscriptionId", f.tenant_id AS "tenantId", f.arrival_per_s AS "arrivalPerS", f.latency_p99_ms AS "latencyP99Ms", f.needed,
       f.cap, f.reviewed_at AS "reviewedAt", s.url, t.name AS "tenantName", t.plan, t.plan_override AS "planOverride"
     FROM capacity_findings f JOIN subscriptions s ON s.id = f.subscription_id AND s.state <> 'deleted' JOIN tenants t ON t.id = f.tenant_id AND t.deleted_at IS NULL
     ORDER BY f.needed::float8 / f.cap DESC, f.subscription_id LIMIT $1`,
    [limit],
  );
  return rows;
}

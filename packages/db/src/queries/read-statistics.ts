import type pg from "pg";
import { LATENCY_BUCKETS } from "./latency-buckets.ts";

/** How finely a span of time is counted. */
export type StatisticsGrain = "minutes" | "hours" | "days";

export interface StatisticsQuery {
  tenantId: string;
  /** Of this subscription alone. */
  subscriptionId?: string;
  /** The coarsest roll-up to read; what is not folded into it yet is read from the finer ones. */
  grain: StatisticsGrain;
  /** Length of a bucket, in milliseconds; a multiple of the grain. */
  stepMs: number;
  /** The beginning of the first bucket (ms): a multiple of the step. */
  fromMs: number;
}

/** What happened in one stretch of time. */
export interface StatisticsRow {
  atMs: number;
  accepted: number;
  succeeded: number;
  failed: number;
  delivered: number;
  dead: number;
  /** Successful attempts by latency bucket. */
  latency: number[];
  /** The largest backlog of each subscription, added up. */
  backlog: number;
  /** How long the delivery that was due the longest had been due, in seconds, at its worst. */
  oldestDueS: number;
}

const numbers = ["accepted", "succeeded", "failed", "delivered", "dead"] as const;
const latencyColumns = Array.from({ length: LATENCY_BUCKETS }, (_, i) => `l${i + 1}`);

const part = (table: string, condition: string): string => `
  SELECT m.subscription_id, m.bucket, ${numbers.map((name) => `m.${name}`).join(", ")}, m.attempt_latency, m.backlog, m.oldest_due_s
  FROM own JOIN ${table} m ON m.subscription_id = own.id WHERE m.bucket >= $2 AND ${condition}`;

const cursor = (name: string): string => `coalesce((SELECT folded_up_to FROM rollup_cursors WHERE name = '${name}'), '-infinity')`;
const minutes = cursor("minutes_to_hours");
const hours = cursor("hours_to_days");

const parts: Record<StatisticsGrain, string> = {
  minutes: part("rollup_minutes", "true"),
  hours: [part("rollup_hours", "true"), part("rollup_minutes", `m.bucket >= ${minutes}`)].join("\n  UNION ALL"),
  days: [part("rollup_days", "true"), part("rollup_hours", `m.bucket >= ${hours}`), part("rollup_minutes", `m.bucket >= ${minutes}`)].join(
    "\n  UNION ALL",
  ),
};

/** Sums the columns of the histograms one by one: a sum of arrays is many times slower. Backlogs are the largest of each subscription, then added. */
const text = (grain: StatisticsGrain, one: boolean): string => `
WITH own AS MATERIALIZED (SELECT id FROM subscriptions WHERE tenant_id = $1${one ? " AND id = $4" : ""}), parts AS (${parts[grain]}
), lanes AS (
  SELECT date_bin($3::float8 * interval '1 ms', bucket, '2000-01-01T00:00:00Z') AS at, subscription_id,
    ${numbers.map((name) => `sum(${name}) AS ${name}`).join(", ")}, max(backlog) AS backlog, max(oldest_due_s) AS oldest_due_s,
    ${latencyColumns.map((name, i) => `sum(attempt_latency[${i + 1}]) AS ${name}`).join(", ")}
  FROM parts GROUP BY 1, 2
)
SELECT (extract(epoch FROM at) * 1000)::float8 AS "atMs", ${numbers.map((name) => `sum(${name})::float8 AS ${name}`).join(", ")},
  coalesce(sum(backlog), 0)::float8 AS backlog, coalesce(max(oldest_due_s), 0)::integer AS "oldestDueS",
  ARRAY[${latencyColumns.map((name) => `coalesce(sum(${name}), 0)::float8`).join(", ")}] AS latency
FROM lanes GROUP BY at ORDER BY at`;

/** What a tenant's subscriptions, or one of them, did, bucket by bucket; buckets in which nothing happened are absent. Reads roll-ups, never the ledger. */
export async function readStatistics(pool: pg.Pool, query: StatisticsQuery): Promise<StatisticsRow[]> {
  const { tenantId, subscriptionId, grain, stepMs, fromMs } = query;
  const one = subscriptionId !== undefined;
  const values = [tenantId, new Date(fromMs), stepMs, ...(one ? [subscriptionId] : [])];
  const { rows } = await pool.query<StatisticsRow>({
    name: `read_statistics_${grain}${one ? "_of_one" : ""}`,
    text: text(grain, one),
    values,
  });
  return rows;
}

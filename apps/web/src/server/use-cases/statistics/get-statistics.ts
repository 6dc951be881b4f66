import { type StatisticsBucket, type StatisticsRange, type StatisticsView, statisticsRanges } from "@hooklane/contracts";
import { readStatistics, readTenantBooks, type StatisticsGrain, type StatisticsRow, TenantSubscriptions } from "@hooklane/db";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { latencyView } from "./percentiles.ts";

const grains: Record<StatisticsRange, StatisticsGrain> = { "1h": "minutes", "24h": "hours", "7d": "hours", "30d": "days" };
/** Buckets are counted from here, as the database counts them. */
const ORIGIN_MS = Date.UTC(2000, 0, 1);

/** What a tenant's subscriptions did over a span of time, bucket by bucket. @param subscriptionId of this one alone */
export async function getStatistics(
  services: Services,
  tenantId: string,
  range: StatisticsRange,
  subscriptionId?: string,
): Promise<Result<StatisticsView>> {
  const { db, pool, now } = services;
  if (subscriptionId !== undefined && !(await new TenantSubscriptions(db, tenantId).find(subscriptionId))) return notFound;
  const { stepMs, buckets } = statisticsRanges[range];
  const current = ORIGIN_MS + Math.floor((now() - ORIGIN_MS) / stepMs) * stepMs;
  const fromMs = current - (buckets - 1) * stepMs;
  const query = { tenantId, grain: grains[range], stepMs, fromMs, ...(subscriptionId !== undefined && { subscriptionId }) };
  const rows = await readStatistics(pool, query);
  const rowAt = new Map(rows.map((row) => [row.atMs, row]));
  const times = Array.from({ length: buckets }, (_, i) => fromMs + i * stepMs);
  return done({ range, step_ms: stepMs, buckets: times.map((atMs) => bucketView(atMs, rowAt.get(atMs))), totals: totalsOf(rows) });
}

/** The same for a whole tenant, with what arrived since the last sample in the newest bucket. */
export async function getTenantStatistics(services: Services, tenantId: string, range: StatisticsRange): Promise<Result<StatisticsView>> {
  const [statistics, books] = await Promise.all([getStatistics(services, tenantId, range), readTenantBooks(services.pool, tenantId)]);
  if (!statistics.ok) return statistics;
  const newest = statistics.value.buckets.at(-1);
  if (newest) newest.accepted += books.unsampled;
  statistics.value.totals.accepted += books.unsampled;
  return statistics;
}

const nothing: Omit<StatisticsRow, "atMs"> = {
  accepted: 0,
  succeeded: 0,
  failed: 0,
  delivered: 0,
  dead: 0,
  latency: [],
  backlog: 0,
  oldestDueS: 0,
};

function bucketView(atMs: number, row: Omit<StatisticsRow, "atMs"> = nothing): StatisticsBucket {
  const { accepted, succeeded, failed, delivered, dead, latency, backlog, oldestDueS } = row;
  return {
    at: new Date(atMs).toISOString(),
    accepted,
    delivered,
    dead,
    succeeded,
    failed,
    latency: latencyView(latency),
    backlog,
    oldest_due_seconds: oldestDueS,
  };
}

function totalsOf(rows: readonly StatisticsRow[]): StatisticsView["totals"] {
  const sum = (of: (row: StatisticsRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const buckets = Math.max(0, ...rows.map(({ latency }) => latency.length));
  return {
    accepted: sum((row) => row.accepted),
    delivered: sum((row) => row.delivered),
    dead: sum((row) => row.dead),
    succeeded: sum((row) => row.succeeded),
    failed: sum((row) => row.failed),
    latency: latencyView(Array.from({ length: buckets }, (_, i) => sum(({ latency }) => latency[i] ?? 0))),
  };
}

import { type OperatorAlertName, type OperatorAlertSpec, operatorAlertSpecs } from "@hooklane/contracts";
import type pg from "pg";
import { ALARM_DAYS_AHEAD, daysAhead, listPartitions } from "../partitions/ensure-partitions.ts";

/** A worker that has not said for this long that an alert holds does not hold it, whatever it said before. */
const FRESH_S = 30;
/** A worker that has not been heard of for this long owns nothing. */
const WORKER_TTL_S = 10;

/** An alert for the operator that holds now. */
export interface HeldOperatorAlert extends OperatorAlertSpec {
  name: OperatorAlertName;
  /** Since when, ms since 1970; null when that is not known, as no worker lives to say so. */
  sinceMs: number | null;
  /** Workers that hold it. */
  workers: number;
}

/** Keeps which alerts a worker holds, and forgets those that it does not hold any more. To be called every few seconds. */
export async function reportOperatorAlerts(pool: pg.Pool, workerId: string, held: readonly OperatorAlertName[]): Promise<void> {
  await pool.query({
    name: "report_operator_alerts",
    text: `WITH over AS (DELETE FROM operator_alerts WHERE (worker_id = $1 AND alert <> ALL($2::text[])) OR seen_at < now() - interval '1 day')
      INSERT INTO operator_alerts (alert, worker_id) SELECT a, $1 FROM unnest($2::text[]) AS h(a)
      ON CONFLICT (alert, worker_id) DO UPDATE SET seen_at = now(),
        since = CASE WHEN operator_alerts.seen_at < now() - interval '${FRESH_S} seconds' THEN now() ELSE operator_alerts.since END`,
    values: [workerId, held],
  });
}

/**
 * The operator's alerts that hold now, in the order of their list: what living workers say, and what the database shows although no worker lives.
 * @param nowMs ms since 1970 by the database's clock
 */
export async function operatorAlerts(client: pg.ClientBase | pg.Pool, nowMs: number): Promise<HeldOperatorAlert[]> {
  const { rows } = await client.query<{ name: string; sinceMs: number; workers: number }>(
    `SELECT alert AS name, (extract(epoch FROM min(since)) * 1000)::float8 AS "sinceMs", count(*)::integer AS workers
     FROM operator_alerts WHERE seen_at >= now() - interval '${FRESH_S} seconds' GROUP BY alert`,
  );
  const told = new Map(rows.map((row) => [row.name, row]));
  const seen = new Set<OperatorAlertName>();
  const { rows: workers } = await client.query(
    `SELECT FROM workers WHERE heartbeat_at > now() - interval '${WORKER_TTL_S} seconds' LIMIT 1`,
  );
  if (workers.length === 0) seen.add("shard_without_owner");
  if (daysAhead(await listPartitions(client), nowMs) < ALARM_DAYS_AHEAD) seen.add("partition_missing");
  return operatorAlertSpecs.flatMap((spec): HeldOperatorAlert[] => {
    const row = told.get(spec.name);
    return row || seen.has(spec.name) ? [{ ...spec, sinceMs: row?.sinceMs ?? null, workers: row?.workers ?? 0 }] : [];
  });
}

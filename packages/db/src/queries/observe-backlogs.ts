import type pg from "pg";
import { inTransaction } from "../pools/in-transaction.ts";

/** A lane under watch: its backlog now, and what its shedding was judged by so far. */
export interface WatchedLane {
  subscriptionId: string;
  tenantId: string;
  plan: string;
  planOverride: Record<string, number> | null;
  backlog: { deliveries: number; bytes: number };
  isShedding: boolean;
  samples: unknown;
  shed: { deliveries: number; bytes: number };
}

/** What a lane is judged to be: undefined when it needs no watching any more. */
export type LaneJudgement = { isShedding: boolean; samples: unknown } | undefined;

export interface ShedTransition {
  subscriptionId: string;
  tenantId: string;
  to: "shedding" | "not_shedding";
  /** When the shedding began, ms since 1970. */
  sinceMs: number;
  /** When it was judged. */
  atMs: number;
  backlog: { deliveries: number; bytes: number };
}

/** Processes that judge at the same time leave each other's lanes alone, and each lane is judged about once a second. */
const lock = `
SELECT w.subscription_id AS "subscriptionId", s.tenant_id AS "tenantId", t.plan, t.plan_override AS "planOverride", w.is_shedding AS "isShedding", w.samples, (extract(epoch FROM w.since) * 1000)::float8 AS "sinceMs",
  greatest(coalesce(b.backlog, 0), 0) AS backlog, greatest(coalesce(b.backlog_bytes, 0), 0) AS "backlogBytes", w.shed_deliveries AS "shedDeliveries", w.shed_bytes AS "shedBytes",
  s.state = 'deleted' OR t.deleted_at IS NOT NULL AS "isDeleted"
FROM lane_sheds w JOIN subscriptions s ON s.id = w.subscription_id JOIN tenants t ON t.id = s.tenant_id LEFT JOIN lane_stats b ON b.subscription_id = w.subscription_id
WHERE w.observed_at IS NULL OR w.observed_at <= to_timestamp(($1::float8 - $2::float8) / 1000)
ORDER BY w.observed_at NULLS FIRST LIMIT $3
FOR UPDATE OF w SKIP LOCKED`;

const keep = `
UPDATE lane_sheds w SET is_shedding = j.is_shedding, samples = j.samples, observed_at = to_timestamp($4::float8 / 1000),
  since = CASE WHEN NOT j.is_shedding THEN NULL ELSE coalesce(w.since, to_timestamp($4::float8 / 1000)) END
FROM unnest($1::uuid[], $2::boolean[], $3::jsonb[]) AS j(id, is_shedding, samples) WHERE w.subscription_id = j.id`;

interface Row extends Omit<WatchedLane, "backlog" | "shed"> {
  backlog: number;
  backlogBytes: number;
  shedDeliveries: number;
  shedBytes: number;
  sinceMs: number | null;
  isDeleted: boolean;
}

/**
 * Judges the lanes under watch by their backlogs now. What they are judged by lies in the database, so that a restart forgets nothing of it.
 * @param minAgeMs lanes judged less long ago are left out
 * @returns the lanes that began or ceased to shed
 */
export async function observeBacklogs(
  pool: pg.Pool,
  nowMs: number,
  minAgeMs: number,
  limit: number,
  judge: (lane: WatchedLane) => LaneJudgement,
): Promise<ShedTransition[]> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Row>(lock, [nowMs, minAgeMs, limit]);
    if (rows.length === 0) return [];
    const judged = rows.map((row) => ({ row, next: row.isDeleted ? undefined : judge(toLane(row)) }));
    const kept = judged.flatMap(({ row, next }) => (next ? [{ id: row.subscriptionId, next }] : []));
    const gone = judged.flatMap(({ row, next }) => (next ? [] : [row.subscriptionId]));
    if (kept.length > 0) {
      const samples = kept.map(({ next }) => JSON.stringify(next.samples));
      await client.query(keep, [kept.map(({ id }) => id), kept.map(({ next }) => next.isShedding), samples, nowMs]);
    }
    if (gone.length > 0) await client.query("DELETE FROM lane_sheds WHERE subscription_id = ANY($1::uuid[])", [gone]);
    return judged.flatMap(({ row, next }): ShedTransition[] => {
      const isShedding = next?.isShedding ?? false;
      if (isShedding === row.isShedding) return [];
      const { subscriptionId, tenantId, sinceMs } = row;
      const { backlog } = toLane(row);
      return [{ subscriptionId, tenantId, to: isShedding ? "shedding" : "not_shedding", sinceMs: sinceMs ?? nowMs, atMs: nowMs, backlog }];
    });
  });
}

const toLane = ({ backlog, backlogBytes, shedDeliveries, shedBytes, isDeleted: _, sinceMs: __, ...lane }: Row): WatchedLane => ({
  ...lane,
  backlog: { deliveries: backlog, bytes: backlogBytes },
  shed: { deliveries: shedDeliveries, bytes: shedBytes },
});

/** Ids of the subscriptions that are shedding. */
export async function readSheddingLanes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>("SELECT subscription_id AS id FROM lane_sheds WHERE is_shedding");
  return rows.map(({ id }) => id);
}

import type pg from "pg";

/** What is booked of a lane: its backlog, and what its attempts of the last hour came to. */
export interface LaneBook {
  subscriptionId: string;
  backlog: number;
  deadCount: number;
  oldestDeadAt: Date | null;
  /** New deliveries are recorded dead, because too many wait. */
  isShedding: boolean;
  /** Attempts of the last hour, to the minute. */
  succeeded: number;
  failed: number;
  /** The minute in which an attempt last ended; the hour or day for one that is longer ago than minutes or hours are kept. */
  lastAttemptAt: Date | null;
}

const statement = {
  name: "read_lane_books",
  text: `
SELECT l.id AS "subscriptionId", greatest(coalesce(s.backlog, 0), 0) AS backlog, coalesce(s.dead_count, 0) AS "deadCount", s.oldest_dead_at AS "oldestDeadAt",
  coalesce(w.is_shedding, false) AS "isShedding",
  h.succeeded, h.failed, coalesce(
    (SELECT m.bucket FROM rollup_minutes m WHERE m.subscription_id = l.id AND m.succeeded + m.failed > 0 ORDER BY m.bucket DESC LIMIT 1),
    (SELECT m.bucket FROM rollup_hours m WHERE m.subscription_id = l.id AND m.succeeded + m.failed > 0 ORDER BY m.bucket DESC LIMIT 1),
    (SELECT m.bucket FROM rollup_days m WHERE m.subscription_id = l.id AND m.succeeded + m.failed > 0 ORDER BY m.bucket DESC LIMIT 1)
  ) AS "lastAttemptAt"
FROM unnest($1::uuid[]) AS l(id)
LEFT JOIN lane_stats s ON s.subscription_id = l.id
LEFT JOIN lane_sheds w ON w.subscription_id = l.id
CROSS JOIN LATERAL (
  SELECT coalesce(sum(m.succeeded), 0) AS succeeded, coalesce(sum(m.failed), 0) AS failed
  FROM rollup_minutes m WHERE m.subscription_id = l.id AND m.bucket > now() - interval '1 hour'
) h`,
};

/** The books of some lanes, one per id. Nothing is counted in the ledger. */
export async function readLaneBooks(pool: pg.Pool, subscriptionIds: readonly string[]): Promise<LaneBook[]> {
  if (subscriptionIds.length === 0) return [];
  const { rows } = await pool.query<LaneBook>({ ...statement, values: [subscriptionIds] });
  return rows;
}

import type pg from "pg";
import { afterBooks } from "./lane-accounts.ts";

/** What was accepted for one lane since the last call. */
export interface Accepted {
  pending: number;
  pendingBytes: number;
  dead: number;
  /** Of the dead: those that were shed, and their bytes. */
  shed?: number;
  shedBytes?: number;
}

/** Tells a batch from those before it, so that one that is sent again because its answer was lost is booked once. */
export interface BookedBatch {
  processId: string;
  /** From 1 on, one more with each batch of the process. */
  number: number;
}

/** A backlog above which a lane is watched, and may be shed. */
export interface ShedThreshold {
  deliveries: number;
  bytes: number;
}

/**
 * Common table expressions that put lanes under watch whose backlog is over the threshold, and count what was shed. They read a CTE
 * `booked(subscription_id, backlog, backlog_bytes)` with the books after the change, and `shed(subscription_id, deliveries, bytes)`.
 * @param deliveries @param bytes parameters of the statement that hold the threshold
 */
export const watchBacklogs = (deliveries: string, bytes: string): string => `
  watched AS (
    INSERT INTO lane_sheds (subscription_id)
    SELECT subscription_id FROM booked WHERE backlog > ${deliveries}::bigint OR backlog_bytes > ${bytes}::bigint ORDER BY subscription_id
    ON CONFLICT DO NOTHING
  ), counted AS (
    UPDATE lane_sheds w SET shed_deliveries = w.shed_deliveries + shed.deliveries, shed_bytes = w.shed_bytes + shed.bytes
    FROM shed WHERE ${afterBooks("booked")} AND w.subscription_id = shed.subscription_id AND shed.deliveries > 0
  )`;

const statement = {
  name: "add_accepted",
  text: `WITH new AS MATERIALIZED (
    INSERT INTO web_processes AS w (id, books_written) SELECT $9::uuid, $10::bigint WHERE $9::uuid IS NOT NULL
    ON CONFLICT (id) DO UPDATE SET books_written = excluded.books_written WHERE w.books_written < excluded.books_written
    RETURNING id
  ), l AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[]) AS l(id, pending, bytes, dead, shed, shed_bytes)
    WHERE $9::uuid IS NULL OR EXISTS (SELECT FROM new)
  ), shed AS (SELECT id AS subscription_id, shed AS deliveries, shed_bytes AS bytes FROM l),
  booked AS (
    INSERT INTO lane_stats AS s (subscription_id, backlog, backlog_bytes, dead_count, oldest_dead_at, arrived)
    SELECT id, pending, bytes, dead, CASE WHEN dead > 0 THEN now() END, pending FROM l ORDER BY id
    ON CONFLICT (subscription_id) DO UPDATE SET backlog = s.backlog + excluded.backlog, backlog_bytes = s.backlog_bytes + excluded.backlog_bytes,
      dead_count = s.dead_count + excluded.dead_count, oldest_dead_at = coalesce(s.oldest_dead_at, excluded.oldest_dead_at),
      arrived = s.arrived + excluded.arrived, updated_at = now()
    RETURNING subscription_id, backlog, backlog_bytes
  ), ${watchBacklogs("$7", "$8")}, died AS (
    INSERT INTO rollup_minutes AS m (subscription_id, bucket, dead)
    SELECT id, date_trunc('minute', now(), 'UTC'), dead FROM l WHERE ${afterBooks("booked")} AND dead > 0 ORDER BY id
    ON CONFLICT (subscription_id, bucket) DO UPDATE SET dead = m.dead + excluded.dead
  )
  SELECT 1`,
};

/**
 * Books accepted deliveries on their lanes. For producers' events called each second and not in the accepting transaction; a recount mends what a crash loses.
 * @param threshold lanes whose backlog passes it are put under watch; absent: none is
 * @param batch absent: nothing is ever sent twice, because it stands in a transaction
 */
export async function addAccepted(
  db: pg.Pool | pg.ClientBase,
  lanes: ReadonlyMap<string, Accepted>,
  threshold?: ShedThreshold,
  batch?: BookedBatch,
): Promise<void> {
  if (lanes.size === 0) return;
  const entries = [...lanes];
  await db.query({
    ...statement,
    values: [
      entries.map(([id]) => id),
      entries.map(([, a]) => a.pending),
      entries.map(([, a]) => a.pendingBytes),
      entries.map(([, a]) => a.dead),
      entries.map(([, a]) => a.shed ?? 0),
      entries.map(([, a]) => a.shedBytes ?? 0),
      threshold?.deliveries ?? null,
      threshold?.bytes ?? null,
      batch?.processId ?? null,
      batch?.number ?? null,
    ],
  });
}

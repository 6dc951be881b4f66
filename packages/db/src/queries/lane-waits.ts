import type { DeliveryClass, LaneWait, RefusalReason } from "@hooklane/core";
import type pg from "pg";
import { DAY_MS } from "../partitions/bounds.ts";

/** For how long a lane was refused for what. Times are ms by the database's clock. */
export interface LaneWaitRow {
  subscriptionId: string;
  class: DeliveryClass;
  reason: RefusalReason;
  beganMs: number;
  /** The latest moment at which it is known to have lasted. */
  lastMs: number;
  isOpen: boolean;
  times: number;
  untilMs: number | null;
  limit: number | null;
}

/** An open wait is told of each minute: one that was not told of for this long ended with its worker. */
export const WAIT_SILENCE_MS = 150_000;
/** None lasts longer than a day (core's maxWaitMs), and a confirmation. */
const LONGEST_MS = DAY_MS + WAIT_SILENCE_MS;
/** As long as a delivery is kept that may have met it. */
const KEPT_DAYS = 32;
/** Waits of a lane that are read for one delivery: the latest. */
const READ_AT_MOST = 2_000;

const store = {
  name: "store_lane_waits",
  text: `INSERT INTO lane_waits AS w (subscription_id, class, reason, began_at, last_at, is_open, times, until_at, "limit")
    SELECT r.id, r.class, r.reason, to_timestamp(r.began / 1000), to_timestamp(r.last / 1000), r.is_open, r.times, to_timestamp(r.until / 1000), r.lim
    FROM unnest($1::uuid[], $2::text[], $3::text[], $4::float8[], $5::float8[], $6::boolean[], $7::integer[], $8::float8[], $9::float8[])
      AS r(id, class, reason, began, last, is_open, times, until, lim)
    ORDER BY 1, 4, 2, 3
    ON CONFLICT (subscription_id, began_at, class, reason) DO UPDATE SET last_at = excluded.last_at, is_open = excluded.is_open, times = excluded.times,
      until_at = excluded.until_at, "limit" = excluded."limit"`,
};

/** Writes waits that began, went on or ended, each as it is now. No two of a call may be the same wait. */
export async function storeLaneWaits(pool: pg.Pool, rows: readonly LaneWaitRow[]): Promise<void> {
  if (rows.length === 0) return;
  const columns: ((row: LaneWaitRow) => unknown)[] = [
    (row) => row.subscriptionId,
    (row) => row.class,
    (row) => row.reason,
    (row) => row.beganMs,
    (row) => row.lastMs,
    (row) => row.isOpen,
    (row) => row.times,
    (row) => row.untilMs,
    (row) => row.limit,
  ];
  await pool.query({ ...store, values: columns.map((column) => rows.map(column)) });
}

const ms = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8`;
const select = `SELECT subscription_id AS "subscriptionId", class, reason, ${ms("began_at")} AS "beganMs", ${ms("last_at")} AS "lastMs", is_open AS "isOpen", times,
    ${ms("until_at")} AS "untilMs", "limit" FROM lane_waits`;

/** Waits of some lanes that nobody has ended: whoever takes the lanes over goes on with them, or ends them. */
export async function readOpenWaits(pool: pg.Pool, subscriptionIds: readonly string[]): Promise<LaneWaitRow[]> {
  if (subscriptionIds.length === 0) return [];
  const { rows } = await pool.query<LaneWaitRow>({
    name: "read_open_waits",
    text: `${select} WHERE is_open AND subscription_id = ANY($1::uuid[])`,
    values: [subscriptionIds],
  });
  return rows;
}

/**
 * What a lane was refused for in a span of time. Those that the span meets began a day before it at the earliest. One that is open lasts;
 * if its worker fell silent, it is told as far as it is known.
 */
export async function readLaneWaits(
  pool: pg.Pool,
  subscriptionId: string,
  { fromMs, toMs, nowMs }: { fromMs: number; toMs: number; nowMs: number },
): Promise<LaneWait[]> {
  const { rows } = await pool.query<LaneWaitRow>({
    name: "read_lane_waits",
    text: `${select} WHERE subscription_id = $1 AND began_at > to_timestamp(($2::float8 - ${LONGEST_MS}) / 1000) AND began_at < to_timestamp($3::float8 / 1000)
        AND (is_open OR last_at > to_timestamp($2::float8 / 1000))
      ORDER BY began_at DESC LIMIT ${READ_AT_MOST}`,
    values: [subscriptionId, fromMs, toMs],
  });
  return rows.map((row) => ({
    class: row.class,
    reason: row.reason,
    beganAt: row.beganMs,
    endedAt: knownEnd(row, nowMs),
    times: row.times,
    limit: row.limit,
    until: row.untilMs,
  }));
}

/** Until when a wait is known to have lasted: of one whose worker fell silent as far as a clock held it, and never beyond now. */
export function knownEnd({ isOpen, lastMs, untilMs }: LaneWaitRow, nowMs: number): number {
  if (!isOpen) return lastMs;
  if (nowMs - lastMs < WAIT_SILENCE_MS) return Math.max(lastMs, nowMs);
  return Math.max(lastMs, Math.min(untilMs ?? lastMs, nowMs));
}

/** Deletes a batch of waits that no delivery kept can have met. @returns how many; a full batch means there may be more */
export async function deleteOldWaits(pool: pg.Pool, nowMs: number, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    "DELETE FROM lane_waits WHERE ctid = ANY(ARRAY(SELECT ctid FROM lane_waits WHERE began_at < to_timestamp($1::float8 / 1000) LIMIT $2))",
    [nowMs - KEPT_DAYS * DAY_MS, limit],
  );
  return rowCount ?? 0;
}

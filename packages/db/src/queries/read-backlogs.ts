import type pg from "pg";

export interface LaneBacklog {
  subscriptionId: string;
  /** Pending and in flight. */
  backlog: number;
  backlogBytes: number;
  deadCount: number;
}

const columns = `greatest(backlog, 0)::float8 AS backlog, greatest(backlog_bytes, 0)::float8 AS "backlogBytes", greatest(dead_count, 0)::float8 AS "deadCount"`;

const some = {
  name: "read_backlogs",
  text: `SELECT subscription_id AS "subscriptionId", ${columns} FROM lane_stats WHERE subscription_id = ANY($1::uuid[])`,
};

/** What is booked of some lanes; a lane without a book is missing. */
export async function readBacklogs(pool: pg.Pool, subscriptionIds: readonly string[]): Promise<LaneBacklog[]> {
  if (subscriptionIds.length === 0) return [];
  const { rows } = await pool.query<LaneBacklog>({ ...some, values: [subscriptionIds] });
  return rows;
}

const all = {
  name: "read_backlog_totals",
  text: `SELECT coalesce(sum(greatest(backlog, 0)), 0)::float8 AS backlog, coalesce(sum(greatest(backlog_bytes, 0)), 0)::float8 AS "backlogBytes",
    coalesce(sum(greatest(dead_count, 0)), 0)::float8 AS "deadCount" FROM lane_stats`,
};

/** The same over all lanes. Costs one book per subscription, however many deliveries there are. */
export async function readBacklogTotals(pool: pg.Pool): Promise<Omit<LaneBacklog, "subscriptionId">> {
  const { rows } = await pool.query<Omit<LaneBacklog, "subscriptionId">>(all);
  return rows[0] ?? { backlog: 0, backlogBytes: 0, deadCount: 0 };
}

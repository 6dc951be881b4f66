import type pg from "pg";

export interface Arrivals {
  subscriptionId: string;
  /** New deliveries ever created for the lane. */
  arrived: number;
}

/** How many deliveries some lanes have been given in all: accepted and fanned out, neither replayed nor retried: a replay gets what new work leaves, so it must not count as that. Two readings give the rate of arrivals. */
export async function readArrivals(pool: pg.Pool, subscriptionIds: readonly string[]): Promise<Arrivals[]> {
  if (subscriptionIds.length === 0) return [];
  const { rows } = await pool.query<Arrivals>({
    name: "read_arrivals",
    text: `SELECT subscription_id AS "subscriptionId", arrived FROM lane_stats WHERE subscription_id = ANY($1::uuid[])`,
    values: [subscriptionIds],
  });
  return rows;
}

import type pg from "pg";

/** What all of a tenant's lanes come to together. */
export interface TenantBooks {
  subscriptions: number;
  /** Pending and in flight. */
  backlog: number;
  /** Not replayed. */
  deadCount: number;
  /** What arrived and is in no roll-up yet. */
  unsampled: number;
}

const statement = {
  name: "read_tenant_books",
  text: `
SELECT count(*)::integer AS subscriptions, coalesce(sum(greatest(b.backlog, 0)), 0)::float8 AS backlog, coalesce(sum(greatest(b.dead_count, 0)), 0)::float8 AS "deadCount",
  coalesce(sum(b.arrived - b.sampled_arrived), 0)::float8 AS unsampled
FROM subscriptions s LEFT JOIN lane_stats b ON b.subscription_id = s.id WHERE s.tenant_id = $1 AND s.state <> 'deleted'`,
};

/** Costs one book per subscription, however many deliveries there are. */
export async function readTenantBooks(pool: pg.Pool, tenantId: string): Promise<TenantBooks> {
  const { rows } = await pool.query<TenantBooks>({ ...statement, values: [tenantId] });
  return rows[0] ?? { subscriptions: 0, backlog: 0, deadCount: 0, unsampled: 0 };
}

const largest = {
  name: "read_largest_backlogs",
  text: `SELECT s.id FROM subscriptions s JOIN lane_stats b ON b.subscription_id = s.id
    WHERE s.tenant_id = $1 AND s.state = 'active' AND b.backlog > 0 ORDER BY b.backlog DESC LIMIT $2`,
};

/** The active subscriptions of a tenant for which the most waits. */
export async function readLargestBacklogs(pool: pg.Pool, tenantId: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({ ...largest, values: [tenantId, limit] });
  return rows.map(({ id }) => id);
}

import type { AlertState } from "@hooklane/contracts";
import type pg from "pg";
import { type AlertRow, alertColumns } from "./alert-rows.ts";

/** An alert with what a reader wants to know of its endpoint and of who changed it. */
export interface ListedAlert extends AlertRow {
  /** Of the endpoint, without its query; null for an alert about none. */
  url: string | null;
  isDeleted: boolean;
  resolvedByEmail: string | null;
  acknowledgedByEmail: string | null;
}

const listed = `SELECT ${alertColumns}, split_part(s.url, '?', 1) AS url, coalesce(s.state = 'deleted', false) AS "isDeleted",
    r.email AS "resolvedByEmail", k.email AS "acknowledgedByEmail"
  FROM alerts a LEFT JOIN subscriptions s ON s.id = a.subscription_id LEFT JOIN users r ON r.id = a.resolved_by LEFT JOIN users k ON k.id = a.acknowledged_by`;

export interface AlertFilter {
  tenantId: string;
  state: AlertState;
  subscriptionId?: string;
  /** UUID of the last alert of the page before. */
  before?: string;
  limit: number;
}

/** A tenant's alerts in one state, newest first; one more than the limit, by which the caller knows whether there is more. */
export async function listAlerts(pool: pg.Pool, { tenantId, state, subscriptionId, before, limit }: AlertFilter): Promise<ListedAlert[]> {
  const { rows } = await pool.query<ListedAlert>(
    `${listed} WHERE a.tenant_id = $1 AND a.state = $2 AND ($3::uuid IS NULL OR a.subscription_id = $3) AND ($4::uuid IS NULL OR a.id < $4) ORDER BY a.id DESC LIMIT $5`,
    [tenantId, state, subscriptionId ?? null, before ?? null, limit + 1],
  );
  return rows;
}

export async function readAlert(pool: pg.Pool, tenantId: string, id: string): Promise<ListedAlert | undefined> {
  const { rows } = await pool.query<ListedAlert>(`${listed} WHERE a.tenant_id = $1 AND a.id = $2`, [tenantId, id]);
  return rows[0];
}

/** How many alerts of a tenant are in each state that is not over. */
export async function countAlerts(pool: pg.Pool, tenantId: string): Promise<Record<Exclude<AlertState, "resolved">, number>> {
  const { rows } = await pool.query<{ state: Exclude<AlertState, "resolved">; n: number }>(
    "SELECT state, count(*)::integer AS n FROM alerts WHERE tenant_id = $1 AND state <> 'resolved' GROUP BY state",
    [tenantId],
  );
  return { open: 0, acknowledged: 0, muted: 0, ...Object.fromEntries(rows.map(({ state, n }) => [state, n])) };
}

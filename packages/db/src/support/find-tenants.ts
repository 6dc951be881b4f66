import type pg from "pg";

/** A tenant that a search of the support staff found. */
export interface FoundTenant {
  id: string;
  name: string;
  kind: string;
  plan: string;
  createdAt: Date;
  /** Of its first owner; null without one. */
  ownerEmail: string | null;
}

/** What the text of a search may name the tenant by. */
export type TenantClue = "name" | "email" | "key_prefix";

const columns = `t.id, t.name, t.kind, t.plan, t.created_at AS "createdAt",
  (SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.tenant_id = t.id AND m.role = 'owner' ORDER BY m.created_at LIMIT 1) AS "ownerEmail"`;

/** By the kind of an id: the tenants that it belongs to, $1 being the id. */
const tenantsOf = {
  tenant: "SELECT $1::uuid AS id",
  user: "SELECT tenant_id AS id FROM memberships WHERE user_id = $1",
  key: "SELECT tenant_id AS id FROM api_keys WHERE id = $1",
  subscription: "SELECT tenant_id AS id FROM subscriptions WHERE id = $1",
  event: "SELECT tenant_id AS id FROM events WHERE id = $1",
  delivery: "SELECT s.tenant_id AS id FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id WHERE d.id = $1",
  job: "SELECT tenant_id AS id FROM replay_jobs WHERE id = $1",
} as const;

export type TenantIdKind = keyof typeof tenantsOf;
export const tenantIdKinds = Object.keys(tenantsOf) as TenantIdKind[];

/** The tenants that something belongs to, deleted ones included. */
export async function findTenantsById(pool: pg.Pool, kind: TenantIdKind, id: string): Promise<FoundTenant[]> {
  const { rows } = await pool.query<FoundTenant>(
    `SELECT ${columns} FROM tenants t WHERE t.id IN (${tenantsOf[kind]}) ORDER BY t.id DESC LIMIT 20`,
    [id],
  );
  return rows;
}

const clues: Record<TenantClue, string> = {
  name: "t.name ILIKE '%' || $1 || '%'",
  email: "t.id IN (SELECT m.tenant_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.email ILIKE '%' || $1 || '%')",
  key_prefix: "t.id IN (SELECT k.tenant_id FROM api_keys k WHERE starts_with($1, k.prefix) OR starts_with(k.prefix, $1))",
};

/** The newest tenants that a text names; all of them for an empty text. */
export async function findTenantsByText(pool: pg.Pool, clue: TenantClue, text: string, limit: number): Promise<FoundTenant[]> {
  const literal = clue === "key_prefix" ? text : text.replaceAll(/[\\%_]/g, "\\$&");
  const { rows } = await pool.query<FoundTenant>(
    `SELECT ${columns} FROM tenants t WHERE t.deleted_at IS NULL AND ${clues[clue]} ORDER BY t.id DESC LIMIT $2`,
    [literal, limit],
  );
  return rows;
}

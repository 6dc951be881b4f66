import type pg from "pg";

/** Entries looked at, from the oldest on: a workspace's first steps stand at the beginning of its log. */
const ENTRIES = 1_000;

const statement = {
  name: "read_secret_seen",
  text: `
SELECT EXISTS (
  SELECT FROM (SELECT action, after FROM audit_log WHERE tenant_id = $1 ORDER BY id LIMIT $2) a
  WHERE a.action IN ('secret.reveal', 'secret.rotate') OR (a.action = 'subscription.create' AND a.after->>'url' !~ '/inbox/[0-9a-f]{32}$')
) AS seen`,
};

/**
 * Whether somebody of a tenant has had a signing secret in hand, by its audit log: one was revealed or rotated, or an endpoint was created, whose answer holds it.
 * The built-in receiver's does not count: it verifies signatures by itself, and nobody is shown its secret.
 */
export async function readSecretSeen(pool: pg.Pool, tenantId: string): Promise<boolean> {
  const { rows } = await pool.query<{ seen: boolean }>({ ...statement, values: [tenantId, ENTRIES] });
  return rows[0]?.seen ?? false;
}

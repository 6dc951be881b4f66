import type pg from "pg";
import { uuidFloor } from "../ids/uuid-v7.ts";
import { DAY_MS } from "../partitions/bounds.ts";

/** Since when nothing may have happened: as long as the ledger tells of what did. */
const GRACE_DAYS = 30;

const statement = `
WITH old AS (
  SELECT u.id FROM users u WHERE u.email_verified_at IS NULL AND u.created_at < to_timestamp($1::float8 / 1000)
    AND NOT EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id AND s.expires_at > to_timestamp($1::float8 / 1000))
    AND NOT EXISTS (
      SELECT FROM memberships m WHERE m.user_id = u.id AND (
        EXISTS (SELECT FROM memberships o WHERE o.tenant_id = m.tenant_id AND o.user_id <> u.id)
        OR EXISTS (SELECT FROM api_keys k WHERE k.tenant_id = m.tenant_id AND k.last_used_at > to_timestamp($1::float8 / 1000))
        OR EXISTS (SELECT FROM events e WHERE e.tenant_id = m.tenant_id AND e.id >= $2::uuid)
        OR EXISTS (SELECT FROM subscriptions s JOIN deliveries d ON d.subscription_id = s.id WHERE s.tenant_id = m.tenant_id AND d.id >= $2::uuid)
      )
    ) LIMIT 100
), left_alone AS (
  UPDATE tenants SET delete_at = to_timestamp($3::float8 / 1000)
  WHERE deleted_at IS NULL AND id IN (SELECT m.tenant_id FROM memberships m JOIN old ON old.id = m.user_id)
)
DELETE FROM users WHERE id IN (SELECT id FROM old)`;

/**
 * Removes accounts whose address nobody confirmed although something was made in their workspaces, once all has been quiet for 30 days: nobody was signed in, and their
 * workspaces have no other member and no traffic. The workspaces go the way of all that are deleted, with the next run of that job. For installations that send mail: without
 * one nobody can confirm an address.
 * @param nowMs ms since 1970 by the database's clock
 * @returns how many accounts
 */
export async function forgetUnconfirmed(pool: pg.Pool, nowMs: number): Promise<number> {
  const quietMs = nowMs - GRACE_DAYS * DAY_MS;
  const { rowCount } = await pool.query(statement, [quietMs, uuidFloor(quietMs), nowMs]);
  return rowCount ?? 0;
}

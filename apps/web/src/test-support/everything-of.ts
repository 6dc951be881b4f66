import type { StartedWeb } from "./start-web.ts";

/** All that a tenant has, as the database holds it: for showing that a call changed nothing of it. @param tenantId its UUID */
export async function everythingOf({ owner }: Pick<StartedWeb, "owner">, tenantId: string): Promise<unknown> {
  const queries = [
    "SELECT * FROM subscriptions WHERE tenant_id = $1 ORDER BY id",
    "SELECT k.* FROM subscription_secrets k JOIN subscriptions s ON s.id = k.subscription_id WHERE s.tenant_id = $1 ORDER BY k.id",
    "SELECT id, name, revoked_at FROM api_keys WHERE tenant_id = $1 ORDER BY id",
    "SELECT e.* FROM events e WHERE e.tenant_id = $1 ORDER BY e.id",
    "SELECT d.* FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id WHERE s.tenant_id = $1 ORDER BY d.id",
    "SELECT r.* FROM replays r JOIN subscriptions s ON s.id = r.subscription_id WHERE s.tenant_id = $1 ORDER BY r.id",
    "SELECT id, state, step, max_per_s FROM replay_jobs WHERE tenant_id = $1 ORDER BY id",
    "SELECT * FROM event_types WHERE tenant_id = $1 ORDER BY id",
    "SELECT * FROM alerts WHERE tenant_id = $1 ORDER BY id",
    "SELECT * FROM alert_defaults WHERE tenant_id = $1 ORDER BY kind",
    "SELECT * FROM alert_choices WHERE tenant_id = $1 ORDER BY user_id, kind",
    "SELECT name, plan, delete_at, deleted_at FROM tenants WHERE id = $1",
    "SELECT * FROM memberships WHERE tenant_id = $1 ORDER BY user_id",
    "SELECT * FROM invitations WHERE tenant_id = $1 ORDER BY id",
    "SELECT id FROM audit_log WHERE tenant_id = $1 ORDER BY id",
  ];
  return Promise.all(queries.map(async (text) => (await owner.query(text, [tenantId])).rows));
}

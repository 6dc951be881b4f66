import type pg from "pg";

type Row = Record<string, unknown>;

const BATCH = 500;

/** What a tenant is made of, part by part, without secrets. Column by column: what is added to a table later is not handed out by itself. */
const configuration: Readonly<Record<string, string>> = {
  tenant: "SELECT id, name, plan, created_at, delete_at FROM tenants WHERE id = $1",
  member: `SELECT u.id, u.email, u.name, m.role, m.created_at AS joined_at FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.tenant_id = $1 ORDER BY m.created_at`,
  invitation: "SELECT id, email, role, created_at, expires_at, accepted_at, revoked_at FROM invitations WHERE tenant_id = $1 ORDER BY id",
  api_key: "SELECT id, name, prefix, scopes, created_at, last_used_at, revoked_at FROM api_keys WHERE tenant_id = $1 ORDER BY id",
  event_type:
    "SELECT id, name, description, kind, schema, example, created_at, updated_at FROM event_types WHERE tenant_id = $1 ORDER BY id",
};

/** Lists that may be long, read below an id (or from the newest on, without one). What stands behind the `?` of a URL may be a credential. */
const lists = {
  subscription: `SELECT id, split_part(url, '?', 1) AS url, description, metadata, event_types, filter, format, ordered, mode, retry_policy, retryable_statuses,
      rate_limit, state, disabled_reason, created_at, updated_at, deleted_at, ARRAY(SELECT jsonb_object_keys(custom_headers)) AS custom_header_names
    FROM subscriptions WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
  event: `SELECT id, type, accepted_at, data_length AS payload_bytes, idempotency_key, deliveries, erased_at
    FROM events WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
  audit: `SELECT id, at, actor_kind, actor_id, on_behalf_of, action, target_kind, target_id, before, after, correlation_id
    FROM audit_log WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
};

const deliveriesOf = `SELECT d.id, d.event_id, d.subscription_id, d.generation, d.state, d.reason, d.test, d.last_status, d.last_error, d.deadline_at, d.finished_at,
    (SELECT coalesce(json_agg(json_build_object('number', a.number, 'started_at', a.started_at, 'outcome', a.outcome, 'cause', a.cause, 'trigger', a.trigger,
      'status', a.status, 'duration_ms', a.duration_ms, 'error', a.error) ORDER BY a.number), '[]') FROM attempts a WHERE a.delivery_id = d.id) AS attempts
  FROM deliveries d WHERE d.subscription_id = $1 AND ($2::uuid IS NULL OR d.id < $2) ORDER BY d.id DESC LIMIT $3`;

/**
 * All that can be handed out of a tenant: its configuration and people, and the facts of its log, without secrets and payloads. Read in batches as they are taken, without a
 * transaction around them: whoever takes long holds nothing up.
 */
export async function* exportTenant(pool: pg.Pool, tenantId: string): AsyncGenerator<{ part: string; rows: Row[] }> {
  for (const [part, text] of Object.entries(configuration)) yield { part, rows: (await pool.query<Row>(text, [tenantId])).rows };
  const subscriptionIds: string[] = [];
  for await (const rows of pages(pool, lists.subscription, tenantId)) {
    subscriptionIds.push(...rows.map(({ id }) => id as string));
    yield { part: "subscription", rows };
  }
  for await (const rows of pages(pool, lists.event, tenantId)) yield { part: "event", rows };
  for (const id of subscriptionIds) for await (const rows of pages(pool, deliveriesOf, id)) yield { part: "delivery", rows };
  for await (const rows of pages(pool, lists.audit, tenantId)) yield { part: "audit", rows };
}

async function* pages(pool: pg.Pool, text: string, ofId: string): AsyncGenerator<Row[]> {
  for (let before: unknown = null; ; ) {
    const { rows } = await pool.query<Row>(text, [ofId, before, BATCH]);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    before = rows.at(-1)?.id;
  }
}

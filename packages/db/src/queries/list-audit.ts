import type pg from "pg";

export interface AuditQuery {
  tenantId: string;
  /** UUID of a person or key. */
  actorId?: string | undefined;
  /** Kind of whoever acted, like `system`. */
  actorKind?: string | undefined;
  /** An action, or its beginning up to a dot. */
  action?: string | undefined;
  targetId?: string | undefined;
  targetKind?: string | undefined;
  /** UUID of a visit of support staff. */
  visitId?: string | undefined;
  /** ms since 1970; `sinceMs` counts, `untilMs` does not. */
  sinceMs?: number | undefined;
  untilMs?: number | undefined;
  /** UUID of the last entry of the page before. */
  before?: string | undefined;
  limit: number;
}

export interface AuditRecord {
  id: string;
  at: Date;
  actorKind: string;
  actorId: string | null;
  actorName: string | null;
  /** A tenant when the support staff acted in it, a person otherwise. */
  onBehalfOfKind: string;
  onBehalfOf: string | null;
  onBehalfOfName: string | null;
  action: string;
  targetKind: string;
  targetId: string | null;
  targetName: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  visitId: string | null;
  correlationId: string | null;
}

/** What a person, key or endpoint is called now; null for what is gone. */
const nameOf = (kind: string, id: string): string => `CASE ${kind}
    WHEN 'user' THEN (SELECT u.email FROM users u WHERE u.id = ${id})
    WHEN 'api_key' THEN (SELECT k.name FROM api_keys k WHERE k.id = ${id} AND k.tenant_id = $1)
    WHEN 'subscription' THEN (SELECT coalesce(nullif(s.description, ''), s.host) FROM subscriptions s WHERE s.id = ${id} AND s.tenant_id = $1)
    WHEN 'invitation' THEN (SELECT i.email FROM invitations i WHERE i.id = ${id} AND i.tenant_id = $1)
    WHEN 'event_type' THEN (SELECT e.name FROM event_types e WHERE e.id = ${id} AND e.tenant_id = $1)
    WHEN 'tenant' THEN (SELECT t.name FROM tenants t WHERE t.id = ${id} AND t.id = $1)
  END`;

/** A tenant's audit log, newest first: walks (tenant_id, id), whose ids are in the order of time. */
const statement = {
  name: "list_audit",
  text: `
WITH page AS (
  SELECT a.*, CASE WHEN a.on_behalf_of = a.tenant_id THEN 'tenant' ELSE 'user' END AS for_kind FROM audit_log a WHERE a.tenant_id = $1
    AND ($2::uuid IS NULL OR a.actor_id = $2 OR a.on_behalf_of = $2)
    AND ($3::text IS NULL OR a.actor_kind = $3)
    AND ($4::text IS NULL OR a.action = $4 OR starts_with(a.action, $4 || '.'))
    AND ($5::uuid IS NULL OR a.target_id = $5)
    AND ($6::text IS NULL OR a.target_kind = $6)
    AND ($7::float8 IS NULL OR a.at >= to_timestamp($7 / 1000))
    AND ($8::float8 IS NULL OR a.at < to_timestamp($8 / 1000))
    AND ($9::uuid IS NULL OR a.visit_id = $9)
    AND ($10::uuid IS NULL OR a.id < $10)
  ORDER BY a.id DESC LIMIT $11
)
SELECT p.id, p.at, p.actor_kind AS "actorKind", p.actor_id AS "actorId", ${nameOf("p.actor_kind", "p.actor_id")} AS "actorName",
  p.on_behalf_of AS "onBehalfOf", p.for_kind AS "onBehalfOfKind", ${nameOf("p.for_kind", "p.on_behalf_of")} AS "onBehalfOfName",
  p.action, p.target_kind AS "targetKind", p.target_id AS "targetId", ${nameOf("p.target_kind", "p.target_id")} AS "targetName",
  p.before, p.after, p.visit_id AS "visitId", p.correlation_id AS "correlationId"
FROM page p ORDER BY p.id DESC`,
};

export async function listAudit(client: Pick<pg.Pool, "query">, query: AuditQuery): Promise<AuditRecord[]> {
  const { tenantId, actorId, actorKind, action, targetId, targetKind, sinceMs, untilMs, visitId, before, limit } = query;
  const optional = [actorId, actorKind, action, targetId, targetKind, sinceMs, untilMs, visitId, before].map((value) => value ?? null);
  const { rows } = await client.query<AuditRecord>({ ...statement, values: [tenantId, ...optional, limit] });
  return rows;
}

import type pg from "pg";
import { inTransaction } from "../pools/in-transaction.ts";
import { type AuditEntryInput, auditOnSession } from "../repositories/audit-log.ts";
import type { VisitEnd } from "../repositories/support-visits.ts";

export interface EndedVisit {
  id: string;
  staffId: string;
  tenantId: string;
  /** ms since 1970: when it ended, never after its limit. */
  endedMs: number;
  wasElevated: boolean;
}

/**
 * Ends a visit; its session is on none then. One that ran out ended at its limit, whenever that is found.
 * @returns undefined when it had ended already, so that an end is recorded once
 */
export async function endVisit(client: pg.ClientBase, nowMs: number, id: string, endedBy: VisitEnd): Promise<EndedVisit | undefined> {
  const { rows } = await client.query<EndedVisit>(
    `UPDATE support_visits SET ended_by = $3::text,
       ended_at = CASE WHEN $3::text = 'expired' THEN ends_at ELSE least(to_timestamp($2::float8 / 1000), ends_at) END
     WHERE id = $1::uuid AND ended_at IS NULL
     RETURNING id, staff_id AS "staffId", tenant_id AS "tenantId", (extract(epoch FROM ended_at) * 1000)::float8 AS "endedMs",
       elevated_at IS NOT NULL AS "wasElevated"`,
    [id, nowMs, endedBy],
  );
  if (rows[0]) await client.query("UPDATE sessions SET visit_id = NULL WHERE visit_id = $1::uuid", [id]);
  return rows[0];
}

/** The audit row of an end, at its very time. */
export const visitEndEntry = (
  { id, staffId, tenantId, endedMs, wasElevated }: EndedVisit,
  endedBy: VisitEnd,
  correlationId: string | null,
): AuditEntryInput => ({
  tenantId,
  actor: { kind: "user", id: staffId, onBehalfOf: tenantId, visitId: id },
  action: "support.visit_end",
  targetKind: "tenant",
  targetId: tenantId,
  after: { ended_by: endedBy, was_elevated: wasElevated },
  correlationId,
  atMs: endedMs,
});

/** Why a visit gives no rights any more; null while it does. `v`, `u` and `t` are the visit, its staff member and its tenant. */
export const visitOver =
  "CASE WHEN NOT u.staff THEN 'staff_revoked' WHEN t.deleted_at IS NOT NULL THEN 'tenant_deleted' WHEN v.ends_at <= now() THEN 'expired' END";

/** Ends the visits that give no rights any more and to which nobody came back. @returns how many; a full batch means there may be more */
export async function endOverVisits(pool: pg.Pool, nowMs: number, limit: number): Promise<number> {
  const { rows } = await pool.query<{ id: string; over: VisitEnd }>(
    `SELECT v.id, ${visitOver} AS over FROM support_visits v JOIN users u ON u.id = v.staff_id JOIN tenants t ON t.id = v.tenant_id
     WHERE v.ended_at IS NULL AND ${visitOver} IS NOT NULL ORDER BY v.id LIMIT $1`,
    [limit],
  );
  for (const { id, over } of rows) {
    await inTransaction(pool, async (client) => {
      const ended = await endVisit(client, nowMs, id, over);
      if (ended) await auditOnSession(client, nowMs, visitEndEntry(ended, over, null));
    });
  }
  return rows.length;
}

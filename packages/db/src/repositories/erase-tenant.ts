import type pg from "pg";
import type { JobSender } from "../jobs/boss.ts";
import { inTransaction } from "../pools/in-transaction.ts";
import { auditOnSession } from "./audit-log.ts";
import { eraseLedger } from "./erase-ledger.ts";

const BATCH = 500;

/** What becomes of a tenant's rows, by table: every table that names a tenant is in one of the two. */
export const tablesOfTenant = {
  erased: [
    "memberships",
    "invitations",
    "api_keys",
    "event_types",
    "event_type_hours",
    "idempotency_keys",
    "inbox_requests",
    "inboxes",
    "mails",
    "alerts",
    "alert_defaults",
    "alert_choices",
    "alert_digests",
  ],
  /** The ledger until its days are dropped, without payloads and answers; what staff and the audit log have to answer for. */
  kept: ["subscriptions", "events", "replay_jobs", "fan_outs", "event_completions", "audit_log", "support_visits", "capacity_findings"],
} as const;

/** Tenants whose grace is over and that are still there. */
export async function listTenantsToErase(pool: pg.Pool, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM tenants WHERE delete_at < now() AND deleted_at IS NULL ORDER BY delete_at LIMIT $1",
    [limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Takes a tenant away for good: its subscriptions are deleted, with the jobs that end what is pending; its people, invitations, keys, secrets, event types, alerts, mails
 * and inbox go; of its ledger all payloads and answers are erased. What else the ledger says stays until its days are dropped, and the audit log for as long as it is kept;
 * neither is reachable by anyone but the operator. No statement takes long, whatever the tenant has; run again after a crash it goes on where it was.
 */
export async function eraseTenant(
  pool: pg.Pool,
  jobs: Pick<JobSender, "send">,
  nowMs: number,
  tenantId: string,
  signal: AbortSignal,
): Promise<boolean> {
  while (await deleteSubscriptions(pool, jobs, tenantId)) if (signal.aborted) return false;
  if (!(await eraseLedger(pool, tenantId, signal))) return false;
  for (const table of tablesOfTenant.erased) while (await deleteRows(pool, table, tenantId)) if (signal.aborted) return false;
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      "UPDATE tenants SET deleted_at = now(), name = 'Deleted workspace' WHERE id = $1 AND delete_at < now() AND deleted_at IS NULL",
      [tenantId],
    );
    if (rowCount === 0) return false;
    await auditOnSession(client, nowMs, {
      tenantId,
      actor: { kind: "system" },
      action: "tenant.delete",
      targetKind: "tenant",
      targetId: tenantId,
      correlationId: null,
    });
    return true;
  });
}

/** @returns whether there may be more */
const deleteSubscriptions = (pool: pg.Pool, jobs: Pick<JobSender, "send">, tenantId: string): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `UPDATE subscriptions SET state = 'deleted', deleted_at = now()
       WHERE id IN (SELECT id FROM subscriptions WHERE tenant_id = $1 AND state <> 'deleted' LIMIT ${BATCH}) RETURNING id`,
      [tenantId],
    );
    for (const { id } of rows) await jobs.send(client, "end-pending", { subscription_id: id, reason: "subscription_deleted" });
    return rows.length > 0;
  });

/** @returns whether there may be more */
async function deleteRows(pool: pg.Pool, table: (typeof tablesOfTenant.erased)[number], tenantId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM ${table} WHERE tenant_id = $1 AND ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE tenant_id = $1 LIMIT ${BATCH}))`,
    [tenantId],
  );
  return rowCount === BATCH;
}

import type { AlertKind } from "@hooklane/contracts";
import type pg from "pg";
import type { AlertLife } from "./alert-life.ts";

/** An alert as it is stored. */
export interface AlertRow extends AlertLife {
  id: string;
  tenantId: string;
  kind: AlertKind;
  subject: string;
  subscriptionId: string | null;
  host: string | null;
  evidence: Record<string, unknown>;
  resolvedBy: string | null;
  acknowledgedBy: string | null;
}

const ms = (column: string, name: string): string => `(extract(epoch FROM a.${column}) * 1000)::float8 AS "${name}"`;

/** Of a table named `a`. */
export const alertColumns = `a.id, a.tenant_id AS "tenantId", a.kind, a.subject, a.subscription_id AS "subscriptionId", a.host, a.state, a.evidence, a.count,
  ${ms("first_seen", "firstSeenMs")}, ${ms("last_seen", "lastSeenMs")}, ${ms("resolved_at", "resolvedMs")}, ${ms("muted_until", "mutedUntilMs")},
  a.resolved_by AS "resolvedBy", a.acknowledged_by AS "acknowledgedBy", a.is_told AS "isTold", ${ms("told_at", "toldMs")}, ${ms("notice_at", "noticeMs")}`;

/** Reads alerts to change them: nobody else does until the end of the transaction. */
export async function lockAlerts(client: pg.ClientBase, where: string, values: unknown[]): Promise<AlertRow[]> {
  const { rows } = await client.query<AlertRow>(`SELECT ${alertColumns} FROM alerts a WHERE ${where} ORDER BY a.id FOR UPDATE`, values);
  return rows;
}

const at = (n: number): string => `to_timestamp($${n}::float8 / 1000)`;

const store = `UPDATE alerts SET state = $2, evidence = $3::jsonb, count = $4::integer, last_seen = ${at(5)}, resolved_at = ${at(6)}, muted_until = ${at(7)},
  resolved_by = $8::uuid, acknowledged_by = $9::uuid, is_told = $10::boolean, told_at = ${at(11)}, notice_at = ${at(12)} WHERE id = $1::uuid`;

/** Writes what may change of an alert. */
export async function storeAlert(client: pg.ClientBase, row: AlertRow): Promise<void> {
  const { id, state, evidence, count, lastSeenMs, resolvedMs, mutedUntilMs, resolvedBy, acknowledgedBy, isTold, toldMs, noticeMs } = row;
  await client.query(store, [
    id,
    state,
    JSON.stringify(evidence),
    count,
    lastSeenMs,
    resolvedMs,
    mutedUntilMs,
    resolvedBy,
    acknowledgedBy,
    isTold,
    toldMs,
    noticeMs,
  ]);
}

/** Writes an alert that has just begun. @returns false when another one of its group is not over */
export async function insertAlert(client: pg.ClientBase, row: AlertRow): Promise<boolean> {
  const { rows } = await client.query(
    `INSERT INTO alerts (id, tenant_id, kind, subject, subscription_id, host, evidence, first_seen, last_seen, notice_at)
     VALUES ($1::uuid, $2::uuid, $3, $4, $5::uuid, $6, $7::jsonb, ${at(8)}, ${at(9)}, ${at(10)})
     ON CONFLICT (tenant_id, kind, subject) WHERE state <> 'resolved' DO NOTHING RETURNING id`,
    [
      row.id,
      row.tenantId,
      row.kind,
      row.subject,
      row.subscriptionId,
      row.host,
      JSON.stringify(row.evidence),
      row.firstSeenMs,
      row.lastSeenMs,
      row.noticeMs,
    ],
  );
  return rows.length > 0;
}

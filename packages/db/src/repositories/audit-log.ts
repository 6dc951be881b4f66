import type { AuditAction } from "@hooklane/contracts";
import type pg from "pg";
import { Prisma } from "../generated/prisma/client.ts";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { DAY_MS } from "../partitions/bounds.ts";

export type AuditActor = { kind: "user" | "api_key"; id: string; onBehalfOf?: string; visitId?: string } | { kind: "system" | "operator" };

export interface AuditEntryInput {
  tenantId: string | null;
  actor: AuditActor;
  action: AuditAction;
  targetKind: string;
  targetId: string | null;
  /** Never a secret, a key or a password, not even hashed. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  correlationId: string | null;
  /** When it happened, where it is noted later; ms since 1970. The id, and so the order of the log, is by when it is noted. */
  atMs?: number;
}

/** Entries are kept for so long; the database lets nobody delete one of the last year. */
const AUDIT_KEEP_DAYS = 730;

/**
 * Deletes a batch of entries past their keeping.
 * @param owner a session of the table's owner: the application's role may delete none
 * @returns how many; a full batch means there may be more
 */
export async function deleteOldAudit(owner: Pick<pg.ClientBase, "query">, nowMs: number, limit: number): Promise<number> {
  const { rowCount } = await owner.query(
    "DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at < to_timestamp($1::float8 / 1000) ORDER BY id LIMIT $2)",
    [nowMs - AUDIT_KEEP_DAYS * DAY_MS, limit],
  );
  return rowCount ?? 0;
}

/** Appends to the audit log, in the transaction of the change it records. */
export async function audit(tx: Prisma.TransactionClient, nowMs: number, entry: AuditEntryInput): Promise<void> {
  const json = (value: Record<string, unknown> | undefined) => (value === undefined ? Prisma.DbNull : (value as Prisma.InputJsonObject));
  await tx.auditEntry.create({
    data: {
      id: uuidV7(nowMs),
      at: new Date(entry.atMs ?? nowMs),
      tenantId: entry.tenantId,
      actorKind: entry.actor.kind,
      actorId: "id" in entry.actor ? entry.actor.id : null,
      onBehalfOf: "id" in entry.actor ? (entry.actor.onBehalfOf ?? null) : null,
      visitId: "id" in entry.actor ? (entry.actor.visitId ?? null) : null,
      action: entry.action,
      targetKind: entry.targetKind,
      targetId: entry.targetId,
      before: json(entry.before),
      after: json(entry.after),
      correlationId: entry.correlationId,
    },
  });
}

/** The same in the transaction of a session of the ledger's. */
export async function auditOnSession(client: pg.ClientBase, nowMs: number, entry: AuditEntryInput): Promise<void> {
  const { actor } = entry;
  await client.query(
    `INSERT INTO audit_log (id, at, tenant_id, actor_kind, actor_id, on_behalf_of, visit_id, action, target_kind, target_id, before, after, correlation_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      uuidV7(nowMs),
      new Date(entry.atMs ?? nowMs),
      entry.tenantId,
      actor.kind,
      "id" in actor ? actor.id : null,
      "id" in actor ? (actor.onBehalfOf ?? null) : null,
      "id" in actor ? (actor.visitId ?? null) : null,
      entry.action,
      entry.targetKind,
      entry.targetId,
      entry.before === undefined ? null : JSON.stringify(entry.before),
      entry.after === undefined ? null : JSON.stringify(entry.after),
      entry.correlationId,
    ],
  );
}

import {
  type AuditEntryView,
  type AuditFilter,
  type AuditParty,
  type IdKind,
  idPrefixes,
  parsePublicId,
  publicId,
} from "@hooklane/contracts";
import { type AuditQuery, type AuditRecord, listAudit as readAudit } from "@hooklane/db";
import { decodeCursor, encodeCursor } from "../../cursor.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";

export interface AuditPage {
  data: AuditEntryView[];
  next_cursor: string | null;
  has_more: boolean;
}

/** How what the log names is named outside, by its kind in the log. */
const idKinds: Readonly<Record<string, IdKind>> = {
  user: "user",
  api_key: "key",
  tenant: "tenant",
  subscription: "subscription",
  event: "event",
  delivery: "delivery",
  job: "job",
  session: "session",
  invitation: "invitation",
  alert: "alert",
};

/** One page of a tenant's audit log, newest first. */
export async function listAudit(
  { pool }: Pick<Services, "pool">,
  acting: Acting,
  { limit, cursor, ...filter }: AuditFilter & { limit: number; cursor?: string | undefined },
): Promise<Result<AuditPage>> {
  const refusal = refuseWithout("audit:read", acting);
  if (refusal) return refusal;
  const before = cursor === undefined ? undefined : decodeCursor(cursor);
  if (cursor !== undefined && before === undefined) return refuse("invalid_parameter", "This cursor is not from this list.", "cursor");
  const query = readFilter(filter);
  if (!query.ok) return query;
  const rows = await readAudit(pool, { ...query.value, tenantId: acting.tenantId, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return done({ data: page.map(auditEntryView), next_cursor: hasMore && last ? encodeCursor(last.id) : null, has_more: hasMore });
}

/** A filter in the database's terms. */
export function readFilter({ actor, action, target, visit, since, until }: AuditFilter): Result<Omit<AuditQuery, "tenantId" | "limit">> {
  const who = readParty(actor);
  if (!who) return refuse("invalid_parameter", "This is no id of a person or key, and no kind of actor.", "actor");
  const what = readParty(target);
  if (!what) return refuse("invalid_parameter", "This is no id, and no kind of thing.", "target");
  const visitId = visit === undefined || visit === "" ? undefined : parsePublicId("visit", visit);
  if (visit && visitId === undefined) return refuse("invalid_parameter", "This is no id of a visit.", "visit");
  return done({
    actorId: who.id,
    actorKind: who.kind,
    action: action === undefined || action === "" ? undefined : action.replace(/\.+$/, ""),
    targetId: what.id,
    targetKind: what.kind,
    visitId,
    sinceMs: since,
    untilMs: until,
  });
}

/** @returns undefined for what is neither a public id nor a kind */
function readParty(text: string | undefined): { id?: string; kind?: string } | undefined {
  if (text === undefined || text === "") return {};
  const idKind = (Object.keys(idPrefixes) as IdKind[]).find((one) => text.startsWith(`${idPrefixes[one]}_`));
  if (!idKind) return /^[a-z_]+$/.test(text) ? { kind: text } : undefined;
  const id = parsePublicId(idKind, text);
  return id === undefined ? undefined : { id };
}

const party = (kind: string, id: string | null, name: string | null): AuditParty => {
  const idKind = idKinds[kind];
  return { kind, id: id === null ? null : idKind ? publicId(idKind, id) : id, name };
};

export const auditEntryView = (row: AuditRecord): AuditEntryView => ({
  id: publicId("audit", row.id),
  at: row.at.toISOString(),
  actor: party(row.actorKind, row.actorId, row.actorName),
  on_behalf_of: row.onBehalfOf === null ? null : party(row.onBehalfOfKind, row.onBehalfOf, row.onBehalfOfName),
  action: row.action,
  target: party(row.targetKind, row.targetId, row.targetName),
  before: row.before,
  after: row.after,
  visit: row.visitId === null ? null : publicId("visit", row.visitId),
  request_id: row.correlationId,
});

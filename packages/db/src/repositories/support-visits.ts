import type { SupportVisit } from "../generated/prisma/client.ts";
import { uuidV7 } from "../ids/uuid-v7.ts";
import type { Db, Prisma } from "../prisma-client.ts";

/** No visit of a tenant is longer; the database refuses it. */
export const VISIT_MS = 30 * 60_000;

/** What ended a visit before or at its time. */
export type VisitEnd = "stopped" | "expired" | "signed_out" | "staff_revoked" | "tenant_deleted";

export interface NewVisit {
  staffId: string;
  tenantId: string;
  reason: string;
  ticket: string;
}

/**
 * Begins a visit: the session is on it from now on, under another token.
 * @returns undefined when the session has ended or is on a visit: another request was first
 */
export async function createVisit(
  tx: Prisma.TransactionClient,
  nowMs: number,
  sessionId: string,
  tokenHash: Uint8Array,
  visit: NewVisit,
): Promise<SupportVisit | undefined> {
  const id = uuidV7(nowMs);
  const { count } = await tx.session.updateMany({
    where: { id: sessionId, userId: visit.staffId, revokedAt: null, visitId: null },
    data: { visitId: id, tokenHash: Uint8Array.from(tokenHash) },
  });
  if (count === 0) return undefined;
  return tx.supportVisit.create({ data: { ...visit, id, startedAt: new Date(nowMs), endsAt: new Date(nowMs + VISIT_MS) } });
}

/** Lets a visit change things, once. @returns undefined when it is over or may do so already */
export async function elevateVisit(
  tx: Prisma.TransactionClient,
  nowMs: number,
  id: string,
  reason: string,
): Promise<SupportVisit | undefined> {
  const now = new Date(nowMs);
  const [visit] = await tx.supportVisit.updateManyAndReturn({
    where: { id, endedAt: null, elevatedAt: null, endsAt: { gt: now } },
    data: { elevatedAt: now, elevationReason: reason },
  });
  return visit;
}

/** Gives a session another token: whoever holds the old one is nobody. @returns false when the session has ended */
export async function renewSessionToken(tx: Prisma.TransactionClient, sessionId: string, tokenHash: Uint8Array): Promise<boolean> {
  const { count } = await tx.session.updateMany({
    where: { id: sessionId, revokedAt: null },
    data: { tokenHash: Uint8Array.from(tokenHash) },
  });
  return count === 1;
}

/** The visits of a tenant, newest first, with the address of who made them. */
export const listVisits = (db: Db, tenantId: string, limit: number) =>
  db.supportVisit.findMany({ where: { tenantId }, orderBy: { id: "desc" }, take: limit, include: { staff: { select: { email: true } } } });

import { uuidV7 } from "../ids/uuid-v7.ts";
import type { Db, Prisma } from "../prisma-client.ts";

/** A session that is not used for so long ends. */
export const SESSION_IDLE_MS = 12 * 3_600_000;
/** However much it is used, a session ends so long after its sign-in. */
export const SESSION_MAX_MS = 14 * 24 * 3_600_000;

export interface NewSession {
  tokenHash: Uint8Array;
  userId: string;
  userAgent: string;
  address: string;
}

/** @returns the session's id */
export async function createSession(db: Db, nowMs: number, session: NewSession): Promise<string> {
  const now = new Date(nowMs);
  const { id } = await db.session.create({
    data: {
      ...session,
      id: uuidV7(nowMs),
      tokenHash: Uint8Array.from(session.tokenHash),
      createdAt: now,
      lastSeenAt: now,
      authenticatedAt: now,
      expiresAt: new Date(nowMs + SESSION_IDLE_MS),
    },
  });
  return id;
}

/** Ends a session for good. @returns whose it was, and the visit that it was on; undefined when there was no live one */
export async function revokeSession(
  tx: Prisma.TransactionClient,
  nowMs: number,
  tokenHash: Uint8Array,
): Promise<{ id: string; userId: string; visitId: string | null } | undefined> {
  const [revoked] = await tx.session.updateManyAndReturn({
    where: { tokenHash: Uint8Array.from(tokenHash), revokedAt: null },
    data: { revokedAt: new Date(nowMs) },
    select: { id: true, userId: true, visitId: true },
  });
  return revoked;
}

/** A person's live sessions, the one that was used last first. */
export const listSessions = (db: Db, nowMs: number, userId: string) =>
  db.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: new Date(nowMs) } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    select: { id: true, createdAt: true, lastSeenAt: true, userAgent: true, address: true },
  });

/** Ends sessions of a person for good, by their ids. @returns which of them were live */
export async function revokeSessions(
  tx: Prisma.TransactionClient,
  nowMs: number,
  userId: string,
  which: { only: string } | { allBut: string | undefined },
): Promise<string[]> {
  const id = "only" in which ? which.only : which.allBut === undefined ? undefined : { not: which.allBut };
  const revoked = await tx.session.updateManyAndReturn({
    where: { userId, revokedAt: null, expiresAt: { gt: new Date(nowMs) }, ...(id !== undefined && { id }) },
    data: { revokedAt: new Date(nowMs) },
    select: { id: true },
  });
  return revoked.map((session) => session.id);
}

/** Records that a session's person has proved again who they are. @returns false when the session has ended */
export async function confirmSession(tx: Prisma.TransactionClient, nowMs: number, id: string): Promise<boolean> {
  const { count } = await tx.session.updateMany({
    where: { id, revokedAt: null },
    data: { authenticatedAt: new Date(nowMs) },
  });
  return count === 1;
}

/** Gives a live session another token; the one it had is nobody's from now on. @returns false when the session has ended */
export async function renewSession(tx: Prisma.TransactionClient, id: string, tokenHash: Uint8Array): Promise<boolean> {
  const { count } = await tx.session.updateMany({ where: { id, revokedAt: null }, data: { tokenHash: Uint8Array.from(tokenHash) } });
  return count === 1;
}

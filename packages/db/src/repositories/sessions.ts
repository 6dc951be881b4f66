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

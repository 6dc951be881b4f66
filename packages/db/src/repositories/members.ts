import type { Role } from "@hooklane/contracts";
import type { Invitation } from "../generated/prisma/client.ts";
import { uuidV7 } from "../ids/uuid-v7.ts";
import type { Db, Prisma } from "../prisma-client.ts";

/** An invitation can be accepted for this long. */
export const INVITATION_MS = 7 * 24 * 3_600_000;

/** Whoever changes a tenant's members does so one after another, so that of two owners who leave at once one stays. */
export async function lockTenant(tx: Prisma.TransactionClient, tenantId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
}

/** A tenant's members, longest first. */
export const listMembers = (db: Db, tenantId: string) =>
  db.membership.findMany({
    where: { tenantId },
    include: { user: { select: { id: true, name: true, email: true, totpEnabledAt: true, disabledAt: true } } },
    orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
  });

export const findMember = (db: Db, tenantId: string, userId: string) =>
  db.membership.findUnique({ where: { tenantId_userId: { tenantId, userId } }, include: { user: { select: { email: true } } } });

/** Owners who can sign in. */
export const countOwners = (db: Db, tenantId: string): Promise<number> =>
  db.membership.count({ where: { tenantId, role: "owner", user: { disabledAt: null } } });

export const setMemberRole = async (db: Db, tenantId: string, userId: string, role: Role): Promise<void> =>
  void (await db.membership.update({ where: { tenantId_userId: { tenantId, userId } }, data: { role } }));

export const deleteMember = async (db: Db, tenantId: string, userId: string): Promise<void> =>
  void (await db.membership.delete({ where: { tenantId_userId: { tenantId, userId } } }));

export const addMember = async (db: Db, nowMs: number, tenantId: string, userId: string, role: Role): Promise<void> =>
  void (await db.membership.create({ data: { tenantId, userId, role, createdAt: new Date(nowMs) } }));

/** A tenant's invitations that are neither accepted nor revoked, newest first; those that ran out included. */
export const listInvitations = (db: Db, tenantId: string): Promise<Invitation[]> =>
  db.invitation.findMany({ where: { tenantId, acceptedAt: null, revokedAt: null }, orderBy: { id: "desc" } });

/** One of a tenant's invitations that is neither accepted nor revoked. */
export const findInvitation = (db: Db, tenantId: string, id: string): Promise<Invitation | null> =>
  db.invitation.findFirst({ where: { id, tenantId, acceptedAt: null, revokedAt: null } });

/** What a link in an invitation's mail stands for, while it can be accepted. */
export const findOpenInvitation = (db: Db, nowMs: number, tokenHash: Uint8Array) =>
  db.invitation.findFirst({
    where: {
      tokenHash: Uint8Array.from(tokenHash),
      acceptedAt: null,
      revokedAt: null,
      expiresAt: { gt: new Date(nowMs) },
      tenant: { deletedAt: null, deleteAt: null },
    },
    include: { tenant: { select: { name: true } } },
  });

export async function createInvitation(
  tx: Prisma.TransactionClient,
  nowMs: number,
  input: { tenantId: string; email: string; role: Role; tokenHash: Uint8Array; invitedBy: string },
): Promise<Invitation> {
  return tx.invitation.create({
    data: {
      ...input,
      id: uuidV7(nowMs),
      tokenHash: Uint8Array.from(input.tokenHash),
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + INVITATION_MS),
    },
  });
}

/** Gives an invitation a new link and its whole time again; the old link is void. */
export const renewInvitation = (tx: Prisma.TransactionClient, nowMs: number, id: string, tokenHash: Uint8Array): Promise<Invitation> =>
  tx.invitation.update({ where: { id }, data: { tokenHash: Uint8Array.from(tokenHash), expiresAt: new Date(nowMs + INVITATION_MS) } });

/** Ends an invitation. Of two at the same moment one does. */
export async function closeInvitation(
  tx: Prisma.TransactionClient,
  nowMs: number,
  id: string,
  how: "accepted" | "revoked",
): Promise<boolean> {
  const { count } = await tx.invitation.updateMany({
    where: { id, acceptedAt: null, revokedAt: null },
    data: how === "accepted" ? { acceptedAt: new Date(nowMs) } : { revokedAt: new Date(nowMs) },
  });
  return count === 1;
}

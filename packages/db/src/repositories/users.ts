import type { User } from "../generated/prisma/client.ts";
import { uuidV7 } from "../ids/uuid-v7.ts";
import type { Db, Prisma } from "../prisma-client.ts";

/** Whoever proved to read an address's mail: the one account that it belongs to. */
export const findUserByEmail = (db: Db, email: string) =>
  db.user.findFirst({ where: { email, emailVerifiedAt: { not: null } }, include: { memberships: true } });

/** Who may sign in with an address: its owner, and beside them the newest account that claims it without having proved anything yet. */
export async function findSignInCandidates(db: Db, email: string): Promise<{ owner: User | null; claim: User | null }> {
  const owner = await db.user.findFirst({ where: { email, emailVerifiedAt: { not: null } } });
  const claim = await db.user.findFirst({ where: { email, emailVerifiedAt: null }, orderBy: { id: "desc" } });
  return { owner, claim };
}

/** An account in the middle of a change: nobody else changes it until the transaction ends. */
export async function lockUser(tx: Prisma.TransactionClient, id: string): Promise<User | null> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.user.findUnique({ where: { id } });
}

/** Those who sign up, confirm or change to one address at the same time do so one after another. */
export async function lockEmail(tx: Prisma.TransactionClient, email: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`hooklane address ${email}`}, 0))`;
}

export async function createUser(
  db: Db,
  nowMs: number,
  input: { email: string; name?: string; passwordHash: string | null; verified: boolean },
): Promise<string> {
  const { id } = await db.user.create({
    data: {
      id: uuidV7(nowMs),
      email: input.email,
      name: input.name ?? "",
      passwordHash: input.passwordHash,
      emailVerifiedAt: input.verified ? new Date(nowMs) : null,
      createdAt: new Date(nowMs),
    },
  });
  return id;
}

/**
 * Uses up the time step of a second factor's code.
 * @returns false when that step, or a later one, was used before
 */
export async function takeTotpStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: { id: userId, OR: [{ totpLastStep: null }, { totpLastStep: { lt: BigInt(step) } }] },
    data: { totpLastStep: BigInt(step) },
  });
  return count === 1;
}

/** Uses a recovery code up. @returns false when the person has none such left */
export async function takeRecoveryCode(db: Db, nowMs: number, userId: string, hash: Uint8Array): Promise<boolean> {
  const { count } = await db.recoveryCode.updateMany({
    where: { userId, hash: Uint8Array.from(hash), usedAt: null },
    data: { usedAt: new Date(nowMs) },
  });
  return count === 1;
}

/** The codes there were are worth nothing from now on. */
export async function replaceRecoveryCodes(tx: Prisma.TransactionClient, userId: string, hashes: readonly Uint8Array[]): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: hashes.map((hash) => ({ userId, hash: Uint8Array.from(hash) })) });
}

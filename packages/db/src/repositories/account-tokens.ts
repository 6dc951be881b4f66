import type { AccountToken } from "../generated/prisma/client.ts";
import type { Prisma } from "../prisma-client.ts";

/** What a link in a mail lets its reader do. */
export type AccountTokenKind = "confirm_email" | "reset_password" | "change_email";

/** A link of a mail works for this long. */
export const ACCOUNT_TOKEN_MS = 3_600_000;

/** Stores a link's token. Those of its kind that the account had are void. */
export async function createAccountToken(
  tx: Prisma.TransactionClient,
  nowMs: number,
  token: { hash: Uint8Array; kind: AccountTokenKind; userId: string; email: string },
): Promise<void> {
  await tx.accountToken.deleteMany({ where: { userId: token.userId, kind: token.kind } });
  await tx.accountToken.create({
    data: { ...token, hash: Uint8Array.from(token.hash), createdAt: new Date(nowMs), expiresAt: new Date(nowMs + ACCOUNT_TOKEN_MS) },
  });
}

/** Uses a token up. Of two at the same moment one gets it. @returns undefined for one that is unknown, used or too old */
export async function takeAccountToken(
  tx: Prisma.TransactionClient,
  nowMs: number,
  hash: Uint8Array,
  kinds: readonly AccountTokenKind[],
): Promise<AccountToken | undefined> {
  const where = { hash: Uint8Array.from(hash), kind: { in: [...kinds] }, expiresAt: { gt: new Date(nowMs) } };
  const token = await tx.accountToken.findFirst({ where });
  if (!token) return undefined;
  const { count } = await tx.accountToken.deleteMany({ where });
  return count === 1 ? token : undefined;
}

/** Voids the links that an account was sent: what they were for has changed. */
export async function voidAccountTokens(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.accountToken.deleteMany({ where: { userId } });
}

import { MAX_LIVE_SECRETS } from "@hooklane/contracts";
import type { Sealed } from "../crypto/key-ring.ts";
import type { SubscriptionSecret } from "../generated/prisma/client.ts";
import { uuidV7 } from "../ids/uuid-v7.ts";
import type { Db } from "../prisma-client.ts";

/**
 * The signing secrets of a subscription that are live at a moment, newest first: the current one, then those that run out beside it.
 * The caller has made sure that the subscription is the tenant's.
 */
export const listLiveSecrets = (db: Db, nowMs: number, subscriptionId: string): Promise<SubscriptionSecret[]> =>
  db.subscriptionSecret.findMany({
    where: { subscriptionId, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date(nowMs) } }] },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });

/**
 * Makes a new secret the current one. Each secret's end is its own: the one that was current gets one now, those that had one keep it, so a second
 * rotation neither shortens nor prolongs the first one's grace. Secrets that have ended go, and the oldest of more than may be live.
 * @param graceMs for how long the secret that was current goes on signing; 0 ends it now
 */
export async function addSecret(
  db: Db,
  nowMs: number,
  subscriptionId: string,
  { sealed, keyNumber }: Sealed,
  graceMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  await db.subscriptionSecret.updateMany({
    where: { subscriptionId, expiresAt: null },
    data: { expiresAt: new Date(nowMs + graceMs) },
  });
  await db.subscriptionSecret.deleteMany({ where: { subscriptionId, expiresAt: { lte: now } } });
  await db.subscriptionSecret.create({
    data: { id: uuidV7(nowMs), subscriptionId, sealed: Uint8Array.from(sealed), keyNumber, createdAt: now },
  });
  const tooMany = (await listLiveSecrets(db, nowMs, subscriptionId)).slice(MAX_LIVE_SECRETS);
  if (tooMany.length > 0) await db.subscriptionSecret.deleteMany({ where: { id: { in: tooMany.map(({ id }) => id) } } });
}

/** Ends every secret but the current one, now. @returns how many were still live */
export async function deletePreviousSecrets(db: Db, nowMs: number, subscriptionId: string): Promise<number> {
  const live = await db.subscriptionSecret.deleteMany({ where: { subscriptionId, expiresAt: { gt: new Date(nowMs) } } });
  await db.subscriptionSecret.deleteMany({ where: { subscriptionId, expiresAt: { not: null } } });
  return live.count;
}

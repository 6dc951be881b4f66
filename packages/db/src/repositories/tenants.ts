import { uuidV7 } from "../ids/uuid-v7.ts";
import type { Db, Prisma } from "../prisma-client.ts";
import { createUser } from "./users.ts";

export const plans = ["free", "team", "scale"] as const;
export type Plan = (typeof plans)[number];

/**
 * Creates a tenant with its first member, the owner.
 * @param input `verified`: the address is known to be theirs; `name` is the tenant's
 */
export async function createTenantWithOwner(
  db: Db,
  nowMs: number,
  input: { name: string; kind: "customer" | "platform"; plan: Plan; email: string; passwordHash: string | null; verified: boolean },
): Promise<{ tenantId: string; userId: string }> {
  const userId = await createUser(db, nowMs, { email: input.email, passwordHash: input.passwordHash, verified: input.verified });
  return { tenantId: await createTenantOf(db, nowMs, input, userId), userId };
}

/** Creates a tenant that a person who has an account owns. @returns its id */
export async function createTenantOf(
  db: Db,
  nowMs: number,
  { name, kind, plan }: { name: string; kind: "customer" | "platform"; plan: Plan },
  userId: string,
): Promise<string> {
  const { id } = await db.tenant.create({ data: { id: uuidV7(nowMs), name, kind, plan } });
  await db.membership.create({ data: { tenantId: id, userId, role: "owner" } });
  return id;
}

/** The tenant that owns what platform keys post. Two that ask at once make one. */
export async function findOrCreatePlatformTenant(tx: Prisma.TransactionClient, nowMs: number): Promise<{ id: string; isNew: boolean }> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('hooklane platform tenant'))`;
  const known = await tx.tenant.findFirst({ where: { kind: "platform", deletedAt: null }, orderBy: { id: "asc" } });
  if (known) return { id: known.id, isNew: false };
  const { id } = await tx.tenant.create({ data: { id: uuidV7(nowMs), name: "Platform", kind: "platform", plan: "scale" } });
  return { id, isNew: true };
}

/** @returns the plan before, or undefined when there is no such tenant */
export async function setPlan(db: Db, tenantId: string, plan: Plan): Promise<string | undefined> {
  const tenant = await db.tenant.findUnique({ where: { id: tenantId } });
  if (!tenant) return undefined;
  await db.tenant.update({ where: { id: tenantId }, data: { plan } });
  return tenant.plan;
}

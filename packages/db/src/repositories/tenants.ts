import { uuidV7 } from "../ids/uuid-v7.ts";
import type { Db } from "../prisma-client.ts";

export const plans = ["free", "team", "scale"] as const;
export type Plan = (typeof plans)[number];

/** Creates a tenant with its first member, the owner. */
export async function createTenantWithOwner(
  db: Db,
  nowMs: number,
  input: { name: string; kind: "customer" | "platform"; plan: Plan; email: string; passwordHash: string },
): Promise<{ tenantId: string; userId: string }> {
  const tenant = await db.tenant.create({ data: { id: uuidV7(nowMs), name: input.name, kind: input.kind, plan: input.plan } });
  const user = await db.user.create({ data: { id: uuidV7(nowMs), email: input.email, passwordHash: input.passwordHash } });
  await db.membership.create({ data: { tenantId: tenant.id, userId: user.id, role: "owner" } });
  return { tenantId: tenant.id, userId: user.id };
}

export const findUserByEmail = (db: Db, email: string) => db.user.findUnique({ where: { email }, include: { memberships: true } });

/** @returns the plan before, or undefined when there is no such tenant */
export async function setPlan(db: Db, tenantId: string, plan: Plan): Promise<string | undefined> {
  const tenant = await db.tenant.findUnique({ where: { id: tenantId } });
  if (!tenant) return undefined;
  await db.tenant.update({ where: { id: tenantId }, data: { plan } });
  return tenant.plan;
}

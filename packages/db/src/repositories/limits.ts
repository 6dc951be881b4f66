import { Prisma } from "../generated/prisma/client.ts";
import type { Db } from "../prisma-client.ts";

/** What a tenant's limits come from. */
export interface TenantLimits {
  plan: string;
  /** What staff changed of the plan; null: nothing. */
  override: Record<string, number> | null;
}

/** Locks the tenant until the change is committed. @returns undefined when there is none that lives */
export async function lockTenantLimits(tx: Prisma.TransactionClient, tenantId: string): Promise<TenantLimits | undefined> {
  await tx.$queryRaw`SELECT 1 FROM tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
  const tenant = await tx.tenant.findFirst({ where: { id: tenantId, deletedAt: null }, select: { plan: true, planOverride: true } });
  return tenant ? { plan: tenant.plan, override: tenant.planOverride as Record<string, number> | null } : undefined;
}

export async function writeTenantLimits(tx: Prisma.TransactionClient, tenantId: string, { plan, override }: TenantLimits): Promise<void> {
  await tx.tenant.update({ where: { id: tenantId }, data: { plan, planOverride: override ?? Prisma.DbNull } });
}

export const listHostLimits = (db: Db) => db.hostLimit.findMany({ orderBy: { host: "asc" } });

/** @param cap requests in flight; null: the configured cap again. @returns the cap before; null: there was none */
export async function writeHostLimit(
  tx: Prisma.TransactionClient,
  nowMs: number,
  host: string,
  cap: number | null,
  note: string,
): Promise<number | null> {
  const before = await tx.hostLimit.findUnique({ where: { host } });
  const updatedAt = new Date(nowMs);
  if (cap === null) await tx.hostLimit.deleteMany({ where: { host } });
  else await tx.hostLimit.upsert({ where: { host }, create: { host, cap, note, updatedAt }, update: { cap, note, updatedAt } });
  return before?.cap ?? null;
}

import type { AuditActionOf } from "@hooklane/contracts";
import { audit, type Prisma, type Subscription, TenantSubscriptions } from "@hooklane/db";
import { notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import type { Acting } from "../actor.ts";

/** What was done, for the audit row; nothing that is secret. */
export interface Audited<T> {
  value: T;
  after: Record<string, unknown>;
}

/**
 * What rotating, revoking and revealing have in common: the subscription is the tenant's own, nobody else changes its secrets meanwhile, and the audit row is
 * in the same transaction.
 */
export const changeSecrets = <T>(
  services: Services,
  acting: Acting,
  subscriptionId: string,
  action: AuditActionOf<"secret">,
  change: (tx: Prisma.TransactionClient, subscription: Subscription) => Promise<Result<Audited<T>>>,
): Promise<Result<T>> =>
  services.db.$transaction(async (tx): Promise<Result<T>> => {
    await tx.$queryRaw`SELECT 1 FROM subscriptions WHERE id = ${subscriptionId}::uuid AND tenant_id = ${acting.tenantId}::uuid FOR UPDATE`;
    const subscription = await new TenantSubscriptions(tx, acting.tenantId).find(subscriptionId);
    if (!subscription) return notFound;
    const result = await change(tx, subscription);
    if (!result.ok) return result;
    await audit(tx, services.now(), {
      tenantId: acting.tenantId,
      actor: acting.actor,
      action,
      targetKind: "subscription",
      targetId: subscriptionId,
      after: result.value.after,
      correlationId: acting.requestId,
    });
    return { ok: true, value: result.value.value };
  });

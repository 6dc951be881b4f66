import type { AuditActionOf } from "@hooklane/contracts";
import { audit, type Prisma, type Subscription, TenantSubscriptions } from "@hooklane/db";
import { notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";
import { auditedView } from "./subscription-view.ts";

export interface Change {
  tx: Prisma.TransactionClient;
  own: TenantSubscriptions;
  /** Locked until the end of the change. */
  current: Subscription;
}

/**
 * What every change of a subscription has in common: it is the tenant's own, nobody else changes it meanwhile, its audit row is in the same
 * transaction, and the answer comes when this process's index holds it.
 * @param change makes the change and answers the row after it; answering the current row means that nothing changed
 */
export async function changeSubscription(
  services: Services,
  acting: Acting,
  id: string,
  action: AuditActionOf<"subscription">,
  change: (change: Change) => Promise<Result<Subscription>>,
): Promise<Result<Subscription>> {
  const refusal = refuseWithout("endpoints:write", acting);
  if (refusal) return refusal;
  const changed = await services.db.$transaction(async (tx): Promise<Result<Subscription>> => {
    await tx.$queryRaw`SELECT 1 FROM subscriptions WHERE id = ${id}::uuid AND tenant_id = ${acting.tenantId}::uuid FOR UPDATE`;
    const own = new TenantSubscriptions(tx, acting.tenantId);
    const current = await own.find(id);
    if (!current) return notFound;
    const result = await change({ tx, own, current });
    if (!result.ok || result.value === current) return result;
    await audit(tx, services.now(), {
      tenantId: acting.tenantId,
      actor: acting.actor,
      action,
      targetKind: "subscription",
      targetId: id,
      before: auditedView(current),
      after: auditedView(result.value),
      correlationId: acting.requestId,
    });
    return result;
  });
  if (changed.ok) await services.refreshIndex();
  return changed;
}

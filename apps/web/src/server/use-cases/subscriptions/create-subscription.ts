import type { CreateSubscription, SubscriptionView } from "@hooklane/contracts";
import { audit, type Prisma, TenantSubscriptions } from "@hooklane/db";
import { resolvePlan } from "../../core.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { type Acting, refuseWithout } from "../actor.ts";
import { readDestination } from "./read-destination.ts";
import { readSecret } from "./read-secret.ts";
import { refuseFilter } from "./refuse-filter.ts";
import { auditedView, subscriptionView } from "./subscription-view.ts";

/** Limits up to this are kept exactly. Counting up to a larger one each time would make registering many slow: it is kept by this process's own count. */
const EXACT_LIMIT = 10_000;
const SURE_SHARE = 0.9;

/** Registers an endpoint. The answer is the only one that holds its signing secret. */
export async function createSubscription(
  services: Services,
  acting: Acting,
  { url, secret, ...input }: CreateSubscription,
): Promise<Result<SubscriptionView>> {
  const refusal = refuseWithout("endpoints:write", acting) ?? refuseWithout("secrets:write", acting);
  if (refusal) return refusal;
  const destination = readDestination(url, services.urlRules);
  if (!destination.ok) return destination;
  const wrongFilter = refuseFilter(input.filter);
  if (wrongFilter) return wrongFilter;
  const secretText = readSecret(secret);
  if (!secretText.ok) return secretText;

  const created = await services.db.$transaction(async (tx) => {
    const { plan, planOverride } = await tx.tenant.findUniqueOrThrow({
      where: { id: acting.tenantId },
      select: { plan: true, planOverride: true },
    });
    const limit = resolvePlan(plan, planOverride as Record<string, number> | null).subscriptions;
    if (await isFull(services, tx, acting.tenantId, limit)) {
      return refuse("limit_reached", `The plan allows ${limit} subscriptions, and there are as many.`);
    }
    const createdBy = acting.actor.kind === "user" ? acting.actor.id : null;
    const own = new TenantSubscriptions(tx, acting.tenantId);
    const row = await own.create(services.now(), createdBy, input, destination.value, secretText.value, services.secretKeys);
    await audit(tx, services.now(), {
      tenantId: acting.tenantId,
      actor: acting.actor,
      action: "subscription.create",
      targetKind: "subscription",
      targetId: row.id,
      after: auditedView(row),
      correlationId: acting.requestId,
    });
    return done(row);
  });
  if (!created.ok) return created;
  await services.refreshIndex();
  return done({
    ...subscriptionView(created.value, { url: destination.value.url, headers: input.custom_headers }),
    secret: secretText.value,
  });
}

async function isFull(services: Services, tx: Prisma.TransactionClient, tenantId: string, limit: number): Promise<boolean> {
  if (limit > EXACT_LIMIT && services.index.count(tenantId) < limit * SURE_SHARE) return false;
  // Those who register at the same time count one after another
  await tx.$queryRaw`SELECT 1 FROM tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
  return (await new TenantSubscriptions(tx, tenantId).count()) >= limit;
}

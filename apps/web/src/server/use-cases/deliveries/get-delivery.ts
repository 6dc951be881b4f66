import type { DeliveryView } from "@hooklane/contracts";
import { listAttempts, readDelivery } from "@hooklane/db";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { deliveryViews } from "./delivery-view.ts";

/** One delivery with all that is kept of its attempts. */
export async function getDelivery(services: Services, tenantId: string, id: string): Promise<Result<DeliveryView>> {
  const row = await readDelivery(services.pool, tenantId, id);
  if (!row) return notFound;
  const [attempts, subscription] = await Promise.all([
    listAttempts(services.pool, [id]),
    services.db.subscription.findFirst({ where: { id: row.subscriptionId, tenantId }, select: { state: true } }),
  ]);
  const [view] = deliveryViews([row], attempts, {
    nowMs: services.now(),
    isPaused: subscription?.state === "paused",
    maxBodyBytes: Number.POSITIVE_INFINITY,
  });
  return view ? done(view) : notFound;
}

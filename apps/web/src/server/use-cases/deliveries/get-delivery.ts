import type { DeliveryView } from "@hooklane/contracts";
import { type AttemptRecord, type DeliveryRecord, listAttempts, readDelivery, readLaneStates } from "@hooklane/db";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { deliveryViews } from "./delivery-view.ts";

/** One delivery with all that is kept of its attempts. */
export async function getDelivery(services: Services, tenantId: string, id: string): Promise<Result<DeliveryView>> {
  const found = await readDeliveryRecord(services, tenantId, id);
  return found.ok ? done(found.value.view) : found;
}

/** The same with the rows that it was made of. */
export async function readDeliveryRecord(
  services: Services,
  tenantId: string,
  id: string,
): Promise<Result<{ row: DeliveryRecord; attempts: AttemptRecord[]; view: DeliveryView }>> {
  const row = await readDelivery(services.pool, tenantId, id);
  if (!row) return notFound;
  const [attempts, subscription, [stored]] = await Promise.all([
    listAttempts(services.pool, [id]),
    services.db.subscription.findFirst({ where: { id: row.subscriptionId, tenantId }, select: { state: true } }),
    readLaneStates(services.pool, [row.subscriptionId]),
  ]);
  const [view] = deliveryViews([row], attempts, {
    nowMs: services.now(),
    subscriptionState: subscription?.state,
    live: stored?.live,
    maxBodyBytes: Number.POSITIVE_INFINITY,
  });
  return view ? done({ row, attempts, view }) : notFound;
}

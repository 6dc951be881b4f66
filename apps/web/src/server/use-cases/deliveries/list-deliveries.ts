import type { DeliveryView, ListDeliveries, Page } from "@hooklane/contracts";
import { type DeliveryFilter, listAttempts, listDeliveries, readLaneStates, uuidFloor } from "@hooklane/db";
import { decodeCursor, encodeCursor } from "../../cursor.ts";
import { done, notFound, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { deliveryViews } from "./delivery-view.ts";

/** Of an answer's body, in a list; the delivery itself shows all that is kept. */
export const LISTED_BODY_BYTES = 1_024;
const MAX_UUID_MS = 2 ** 48 - 1;

/** One page of a subscription's deliveries, newest first. The log of a deleted subscription stays readable. */
export async function listSubscriptionDeliveries(
  services: Services,
  tenantId: string,
  subscriptionId: string,
  { state, type, limit, ...window }: ListDeliveries,
): Promise<Result<Page<DeliveryView>>> {
  const bounds = idBounds(window);
  if (!bounds.ok) return bounds;
  const subscription = await services.db.subscription.findFirst({ where: { id: subscriptionId, tenantId }, select: { state: true } });
  if (!subscription) return notFound;
  const rows = await listDeliveries(services.pool, {
    subscriptionId,
    limit,
    ...(state && { states: state }),
    ...(type !== undefined && { eventType: type }),
    ...bounds.value,
  });
  const page = rows.slice(0, limit);
  const [attempts, [stored]] = await Promise.all([
    listAttempts(
      services.pool,
      page.map(({ id }) => id),
    ),
    readLaneStates(services.pool, [subscriptionId]),
  ]);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return done({
    data: deliveryViews(page, attempts, {
      nowMs: services.now(),
      subscriptionState: subscription.state,
      live: stored?.live,
      maxBodyBytes: LISTED_BODY_BYTES,
    }),
    next_cursor: hasMore && last ? encodeCursor(last.id) : null,
    has_more: hasMore,
  });
}

/** What a list's times and cursor say of the ids in it. */
export function idBounds({
  since,
  until,
  cursor,
}: Pick<ListDeliveries, "since" | "until" | "cursor">): Result<Pick<DeliveryFilter, "fromId" | "toId" | "beforeId">> {
  const beforeId = cursor === undefined ? undefined : decodeCursor(cursor);
  if (cursor !== undefined && beforeId === undefined) return refuse("invalid_parameter", "This cursor is not from this list.", "cursor");
  return done({
    ...(since !== undefined && { fromId: floorOf(since) }),
    ...(until !== undefined && { toId: floorOf(until) }),
    ...(beforeId !== undefined && { beforeId }),
  });
}

const floorOf = (ms: number): string => uuidFloor(Math.min(Math.max(ms, 0), MAX_UUID_MS));

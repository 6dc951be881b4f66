import { type DeliveryListItem, type ListTenantDeliveries, type Page, publicId } from "@hooklane/contracts";
import { listAttempts, readLaneStates, listTenantDeliveries as readPage, TenantSubscriptions } from "@hooklane/db";
import { encodeCursor } from "../../cursor.ts";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { shownUrl } from "../subscriptions/subscription-view.ts";
import { deliveryViews } from "./delivery-view.ts";
import { idBounds, LISTED_BODY_BYTES } from "./list-deliveries.ts";

/** One page of the deliveries of a tenant, newest first: of all its subscriptions or of one, of all events or of one. The log of deleted ones stays readable. */
export async function listTenantDeliveries(
  services: Services,
  tenantId: string,
  of: { subscriptionId?: string; eventId?: string },
  { state, type, limit, ...window }: Omit<ListTenantDeliveries, "eventId">,
): Promise<Result<Page<DeliveryListItem>>> {
  const bounds = idBounds(window);
  if (!bounds.ok) return bounds;
  if (of.subscriptionId !== undefined && !(await new TenantSubscriptions(services.db, tenantId).has(of.subscriptionId))) return notFound;
  const rows = await readPage(services.pool, {
    tenantId,
    limit,
    ...bounds.value,
    ...of,
    ...(state && { states: state }),
    ...(type !== undefined && { eventType: type }),
  });
  const page = rows.slice(0, limit);
  const waiting = new Set(page.filter((row) => row.state === "pending").map(({ subscriptionId }) => subscriptionId));
  const [attempts, states] = await Promise.all([
    listAttempts(
      services.pool,
      page.map(({ id }) => id),
    ),
    readLaneStates(services.pool, [...waiting]),
  ]);
  const liveOf = new Map(states.map(({ subscriptionId, live }) => [subscriptionId, live]));
  const views = page.flatMap((row) => {
    const context = {
      nowMs: services.now(),
      subscriptionState: row.subscriptionState,
      live: liveOf.get(row.subscriptionId),
      maxBodyBytes: LISTED_BODY_BYTES,
    };
    const own = attempts.filter(({ deliveryId }) => deliveryId === row.id);
    const endpoint = { id: publicId("subscription", row.subscriptionId), url: shownUrl(row.url) };
    return deliveryViews([row], own, context).map((view) => ({ ...view, endpoint }));
  });
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return done({ data: views, next_cursor: hasMore && last ? encodeCursor(last.id) : null, has_more: hasMore });
}

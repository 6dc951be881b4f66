import type { ListSubscriptions, Page, SubscriptionView } from "@hooklane/contracts";
import { TenantSubscriptions } from "@hooklane/db";
import { decodeCursor, encodeCursor } from "../../cursor.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { subscriptionView } from "./subscription-view.ts";

/** One page of a tenant's subscriptions, newest first. */
export async function listSubscriptions(
  services: Services,
  tenantId: string,
  { limit, cursor }: ListSubscriptions,
): Promise<Result<Page<SubscriptionView>>> {
  const beforeId = cursor === undefined ? undefined : decodeCursor(cursor);
  if (cursor !== undefined && beforeId === undefined) return refuse("invalid_parameter", "This cursor is not from this list.", "cursor");
  const rows = await new TenantSubscriptions(services.db, tenantId).list(limit, beforeId);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return done({
    data: page.map((row) => subscriptionView(row)),
    next_cursor: hasMore && last ? encodeCursor(last.id) : null,
    has_more: hasMore,
  });
}

import type { AlertView, ListAlerts, Page } from "@hooklane/contracts";
import { listAlerts as read, TenantSubscriptions } from "@hooklane/db";
import { decodeCursor, encodeCursor } from "../../cursor.ts";
import { done, notFound, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { alertView } from "./alert-view.ts";

/** One page of a tenant's alerts in one state, newest first: of all its subscriptions, or of one. */
export async function listAlerts(
  { pool, db }: Services,
  tenantId: string,
  subscriptionId: string | undefined,
  { state, limit, cursor }: ListAlerts,
): Promise<Result<Page<AlertView>>> {
  const before = cursor === undefined ? undefined : decodeCursor(cursor);
  if (cursor !== undefined && before === undefined) return refuse("invalid_parameter", "This cursor is not from this list.", "cursor");
  if (subscriptionId !== undefined && !(await new TenantSubscriptions(db, tenantId).has(subscriptionId))) return notFound;
  const rows = await read(pool, { tenantId, state, limit, ...(subscriptionId && { subscriptionId }), ...(before && { before }) });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return done({ data: page.map(alertView), next_cursor: hasMore && last ? encodeCursor(last.id) : null, has_more: hasMore });
}

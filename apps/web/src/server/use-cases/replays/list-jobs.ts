import type { JobView, ListJobs, Page } from "@hooklane/contracts";
import { listReplayJobs, TenantSubscriptions } from "@hooklane/db";
import { decodeCursor, encodeCursor } from "../../cursor.ts";
import { done, notFound, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { jobView } from "./job-view.ts";

/** One page of a tenant's bulk replays, newest first: of all its subscriptions, or of one. Those of deleted ones stay readable. */
export async function listJobs(
  { pool, db }: Services,
  tenantId: string,
  subscriptionId: string | undefined,
  { limit, cursor }: ListJobs,
): Promise<Result<Page<JobView>>> {
  const beforeId = cursor === undefined ? undefined : decodeCursor(cursor);
  if (cursor !== undefined && beforeId === undefined) return refuse("invalid_parameter", "This cursor is not from this list.", "cursor");
  if (subscriptionId !== undefined && !(await new TenantSubscriptions(db, tenantId).has(subscriptionId))) return notFound;
  const rows = await listReplayJobs(pool, tenantId, { limit, ...(subscriptionId && { subscriptionId }), ...(beforeId && { beforeId }) });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return done({ data: page.map(jobView), next_cursor: hasMore && last ? encodeCursor(last.id) : null, has_more: hasMore });
}

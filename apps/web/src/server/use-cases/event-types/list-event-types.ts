import type { EventTypeView, ListEventTypes, Page } from "@hooklane/contracts";
import { TenantEventTypes } from "@hooklane/db";
import { decodeCursor, encodeCursor } from "../../cursor.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { eventTypeView } from "./event-type-view.ts";

/** One page of a tenant's catalogue, newest first. */
export async function listEventTypes(
  { db }: Services,
  tenantId: string,
  { limit, cursor }: ListEventTypes,
): Promise<Result<Page<EventTypeView>>> {
  const beforeId = cursor === undefined ? undefined : decodeCursor(cursor);
  if (cursor !== undefined && beforeId === undefined) return refuse("invalid_parameter", "This cursor is not from this list.", "cursor");
  const rows = await new TenantEventTypes(db, tenantId).list(limit, beforeId);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return done({ data: page.map(eventTypeView), next_cursor: hasMore && last ? encodeCursor(last.id) : null, has_more: hasMore });
}

import { type EventListItem, type ListEvents, type Page, publicId } from "@hooklane/contracts";
import { type EventRecord, listEvents as readEvents } from "@hooklane/db";
import { encodeCursor } from "../../cursor.ts";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { idBounds } from "../deliveries/list-deliveries.ts";

/** One page of the events that a tenant sent, newest first. A page by type may be short and yet have more behind it. */
export async function listEvents(
  { db, pool }: Services,
  tenantId: string,
  { type, limit, ...window }: ListEvents,
): Promise<Result<Page<EventListItem>>> {
  const bounds = idBounds(window);
  if (!bounds.ok) return bounds;
  const { events, nextBeforeId } = await readEvents(pool, { tenantId, limit, ...(type !== undefined && { type }), ...bounds.value });
  const lazy = events.filter(({ fanOut }) => fanOut === "lazy").map(({ id }) => id);
  const fanOuts =
    lazy.length > 0 ? await db.fanOut.findMany({ where: { eventId: { in: lazy } }, select: { eventId: true, total: true } }) : [];
  const totals = new Map(fanOuts.map(({ eventId, total }) => [eventId, total]));
  return done({
    data: events.map((event) => itemOf(event, totals.get(event.id))),
    next_cursor: nextBeforeId === undefined ? null : encodeCursor(nextBeforeId),
    has_more: nextBeforeId !== undefined,
  });
}

const itemOf = (event: EventRecord, total: number | undefined): EventListItem => ({
  id: publicId("event", event.id),
  type: event.type,
  accepted_at: event.acceptedAt.toISOString(),
  payload_bytes: event.payloadBytes,
  idempotency_key: event.idempotencyKey,
  fan_out: { state: event.fanOut === "lazy" ? "running" : "done", total: total ?? event.deliveries, done: event.deliveries },
  erased_at: event.erasedAt?.toISOString() ?? null,
});

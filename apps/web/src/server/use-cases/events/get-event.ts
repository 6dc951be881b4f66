import { type DeliveryState, type EventView, publicId } from "@hooklane/contracts";
import { readEventDeliveries, readEventOutcome } from "@hooklane/db";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";

/** Deliveries named in the answer; there may be more. */
const MAX_NAMED = 250;

export interface FoundEvent {
  view: EventView;
  /** The payload's exact bytes; absent once erased. */
  payload: Buffer | undefined;
  payloadBytes: number;
  /** Whether the asking tenant sent it. */
  isOwn: boolean;
}

/**
 * One event with the asking tenant's own deliveries. Its sender sees how far it is fanned out; a tenant that it was addressed to sees it as far as its own
 * deliveries go.
 */
export async function getEvent({ db, pool }: Services, tenantId: string, id: string): Promise<Result<FoundEvent>> {
  const event = await db.event.findUnique({ where: { id } });
  if (!event) return notFound;
  const isOwn = event.tenantId === tenantId;
  if (!isOwn && !event.broadcast) return notFound;
  const [fanOut, outcome, rows] = await Promise.all([
    event.fanOut === "done" ? null : db.fanOut.findUnique({ where: { eventId: id } }),
    readEventOutcome(pool, id, isOwn ? undefined : tenantId),
    readEventDeliveries(pool, id, tenantId, MAX_NAMED + 1),
  ]);
  if (!isOwn && rows.length === 0) return notFound;
  const isRunning = fanOut?.state === "running";
  const written = isOwn ? event.deliveries : outcome.deliveries;
  const isComplete = !isRunning && event.fanOut === "done" && outcome.open === 0;
  const completedAt = outcome.lastFinishedAt ?? event.acceptedAt;
  const view: EventView = {
    id: publicId("event", id),
    type: event.type,
    accepted_at: event.acceptedAt.toISOString(),
    idempotency_key: isOwn ? event.idempotencyKey : null,
    fan_out: { state: isRunning ? "running" : "done", total: isOwn && fanOut ? fanOut.total : written, done: written },
    erased_at: event.erasedAt?.toISOString() ?? null,
    completed_at: isComplete ? completedAt.toISOString() : null,
    deliveries: rows.slice(0, MAX_NAMED).map((row) => ({
      id: publicId("delivery", row.id),
      subscription_id: publicId("subscription", row.subscriptionId),
      state: row.state as DeliveryState,
      generation: row.generation + 1,
      attempt_count: row.attempt,
      dead_reason: row.state === "dead" ? row.reason : null,
    })),
    deliveries_truncated: rows.length > MAX_NAMED,
  };
  const body = event.body && Buffer.from(event.body.buffer, event.body.byteOffset, event.body.byteLength);
  const payload = body?.subarray(event.dataOffset, event.dataOffset + event.dataLength);
  return done({ view, payload, payloadBytes: event.dataLength, isOwn });
}

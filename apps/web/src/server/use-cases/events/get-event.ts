import { publicId } from "@hooklane/contracts";
import { uuidFloor, uuidTime } from "@hooklane/db";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";

/** Deliveries named in the answer; there may be more. */
const MAX_NAMED = 250;

/** An event as the API shows it, but for its payload. */
export interface EventView {
  id: string;
  type: string;
  accepted_at: string;
  idempotency_key: string | null;
  fan_out: { state: "running" | "done"; total: number; done: number };
  erased_at: string | null;
  completed_at: string | null;
  deliveries: {
    id: string;
    subscription_id: string;
    state: string;
    generation: number;
    attempt_count: number;
    dead_reason: string | null;
  }[];
  deliveries_truncated: boolean;
}

export interface FoundEvent {
  view: EventView;
  /** The payload's exact bytes; absent once erased. */
  payload: Buffer | undefined;
}

/** One event with its deliveries. They are found by the millisecond that its id names, and replays by their own rows. */
export async function getEvent({ db }: Services, tenantId: string, id: string): Promise<Result<FoundEvent>> {
  const event = await db.event.findFirst({ where: { id, tenantId } });
  if (!event) return notFound;
  const fanOut = event.fanOut === "done" ? null : await db.fanOut.findUnique({ where: { eventId: id } });
  const replays = await db.replay.findMany({
    where: { eventId: id },
    select: { newDeliveryId: true },
    orderBy: { id: "asc" },
    take: MAX_NAMED,
  });
  const ms = uuidTime(id);
  const first = { id: { gte: uuidFloor(ms), lt: uuidFloor(ms + 1) }, eventId: id };
  const rows = [
    ...(await db.delivery.findMany({ where: first, orderBy: { id: "asc" }, take: MAX_NAMED + 1 })),
    ...(replays.length > 0 ? await db.delivery.findMany({ where: { id: { in: replays.map((replay) => replay.newDeliveryId) } } }) : []),
  ];
  const named = rows.slice(0, MAX_NAMED);
  const total = fanOut?.subscriptionIds.length ?? event.deliveries;
  const isComplete = !fanOut && rows.length <= MAX_NAMED && rows.every(({ finishedAt }) => finishedAt !== null);
  const lastEnd = Math.max(...rows.map(({ finishedAt }) => finishedAt?.getTime() ?? 0), event.acceptedAt.getTime());
  const view: EventView = {
    id: publicId("event", id),
    type: event.type,
    accepted_at: event.acceptedAt.toISOString(),
    idempotency_key: event.idempotencyKey,
    fan_out: { state: fanOut ? "running" : "done", total, done: fanOut?.done ?? event.deliveries },
    erased_at: event.erasedAt?.toISOString() ?? null,
    completed_at: isComplete ? new Date(lastEnd).toISOString() : null,
    deliveries: named.map((row) => ({
      id: publicId("delivery", row.id),
      subscription_id: publicId("subscription", row.subscriptionId),
      state: row.state,
      generation: row.generation + 1,
      attempt_count: row.attempt,
      dead_reason: row.state === "dead" ? row.reason : null,
    })),
    deliveries_truncated: rows.length > MAX_NAMED,
  };
  const body = event.body && Buffer.from(event.body.buffer, event.body.byteOffset, event.body.byteLength);
  return done({ view, payload: body?.subarray(event.dataOffset, event.dataOffset + event.dataLength) });
}

import { EVENT_COMPLETED_TYPE, type EventCompleted, publicId } from "@hooklane/contracts";
import {
  type DueCompletion,
  deleteCompletion,
  insertEvents,
  inTransaction,
  type JobSender,
  lockDueCompletions,
  type NewEvent,
  postponeCompletion,
  readEventOutcome,
} from "@hooklane/db";
import type pg from "pg";
import type { LaneBooks } from "../accept/lane-books.ts";
import { type AcceptServices, planEvent } from "../use-cases/events/accept-event.ts";

const BATCH = 100;

export interface AnnounceParts {
  pool: pg.Pool;
  accept: Pick<AcceptServices, "index" | "now" | "windowMs" | "canAccept">;
  jobs: Pick<JobSender, "sendAll">;
  books: LaneBooks;
  announce: (shards: Iterable<number>) => void;
}

/**
 * Makes `hooklane.event.completed` for events of types that ask for it, once every first delivery is final. The ledger says when that is, so nothing of it is paid
 * on the way of a delivery. Event and mark are one transaction: a crash announces nothing twice. Its own deliveries are never announced.
 * @returns how many were looked at
 */
export async function announceCompletions({ pool, accept, jobs, books, announce }: AnnounceParts): Promise<number> {
  if (!accept.canAccept()) return 0;
  const made: NewEvent[] = [];
  const looked = await inTransaction(pool, async (client) => {
    const due = await lockDueCompletions(client, BATCH);
    for (const completion of due) {
      const outcome = completion.isFanningOut ? undefined : await readEventOutcome(client, completion.eventId);
      if (!outcome || outcome.open > 0) {
        await postponeCompletion(client, completion.eventId);
        continue;
      }
      const { deliveries, delivered, dead, lastFinishedAt } = outcome;
      const { event } = planAnnouncement(accept, completion, { deliveries, delivered, dead }, lastFinishedAt ?? completion.acceptedAt);
      await insertEvents(client, [event]);
      if (event.fanOut !== "done") await jobs.sendAll(client, "fan-out", [{ event_id: event.id }]);
      await deleteCompletion(client, completion.eventId);
      made.push(event);
    }
    return due.length;
  });
  for (const { deliveries, body } of made) {
    books.add(deliveries, body.length);
    announce(deliveries.filter(({ state }) => state === "pending").map(({ shard }) => shard));
  }
  return looked;
}

function planAnnouncement(
  accept: AnnounceParts["accept"],
  { eventId, tenantId, type, acceptedAt }: DueCompletion,
  counts: Pick<EventCompleted, "deliveries" | "delivered" | "dead">,
  completedAt: Date,
) {
  const payload: EventCompleted = {
    event_id: publicId("event", eventId),
    event_type: type,
    accepted_at: acceptedAt.toISOString(),
    completed_at: completedAt.toISOString(),
    ...counts,
  };
  const source = Buffer.from(JSON.stringify(payload));
  return planEvent(accept, {
    tenantId,
    type: EVENT_COMPLETED_TYPE,
    source,
    payload: { start: 0, end: source.length },
    idempotency: undefined,
    hasDerivedKey: false,
    isBroadcast: false,
    recipients: [tenantId],
    geojson: false,
    announceCompleted: false,
    value: () => payload,
  });
}

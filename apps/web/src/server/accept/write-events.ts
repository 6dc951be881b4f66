import { insertEvents, inTransaction, type JobSender, type KeptAnswer, type NewEvent, readIdempotencyKeys } from "@hooklane/db";
import type pg from "pg";
import { judgeFault } from "../database-fault.ts";
import type { LaneBooks } from "./lane-books.ts";
import type { Batchable } from "./micro-batcher.ts";

export type AcceptOutcome =
  | { kind: "accepted"; eventId: string; deliveries: number | null; shed: readonly string[]; replayed: boolean }
  /** The idempotency key belongs to another event. */
  | { kind: "key_reused" }
  /** Nothing was confirmed. `sent`: the statement had been handed over, so a lost connection leaves open what happened. */
  | { kind: "unavailable"; sent: boolean }
  /** The database refuses this very event. */
  | { kind: "failed" };

/** An event on its way to the ledger, and whoever waits for what becomes of it. */
export interface PendingEvent extends Batchable {
  event: NewEvent;
  /** The key was derived from the payload: other bytes under it are another event, and not a mistake. */
  hasDerivedKey: boolean;
  settle: (outcome: AcceptOutcome) => void;
}

export interface EventWriterParts {
  pool: pg.Pool;
  jobs: Pick<JobSender, "sendAll">;
  books: Pick<LaneBooks, "add">;
  announce: (shards: Iterable<number>) => void;
  onFault: (error: unknown, fault: "data" | "unavailable" | "other", events: number) => void;
}

/** Writes batches of events. Each event is settled after its own commit, and never before. */
export class EventWriter {
  readonly #parts: EventWriterParts;

  constructor(parts: EventWriterParts) {
    this.#parts = parts;
  }

  /** Settles every event of the batch; does not reject. */
  readonly write = async (batch: readonly PendingEvent[]): Promise<void> => {
    let won: ReadonlySet<string>;
    try {
      won = batch.some(isFannedOut) ? await this.#insertWithJobs(batch) : await insertEvents(this.#parts.pool, batch.map(eventOf));
    } catch (error) {
      return this.#afterFault(error, batch);
    }
    const losers: PendingEvent[] = [];
    const shards = new Set<number>();
    for (const pending of batch) {
      if (!won.has(pending.event.id)) {
        losers.push(pending);
        continue;
      }
      const { id, deliveries, body } = pending.event;
      this.#parts.books.add(deliveries, body.length);
      for (const { state, shard, isHeld } of deliveries) if (state === "pending" && !isHeld) shards.add(shard);
      const shed = deliveries.flatMap(({ reason, subscriptionId }) => (reason === "backlog_shed" ? [subscriptionId] : []));
      pending.settle({ kind: "accepted", eventId: id, deliveries: isFannedOut(pending) ? null : deliveries.length, shed, replayed: false });
    }
    this.#parts.announce(shards);
    if (losers.length > 0) await this.#answerFromWinners(losers);
  };

  /** What was answered under the event's idempotency key; undefined when the key is free. Does not reject. */
  readonly recall = async (event: NewEvent): Promise<AcceptOutcome | undefined> => {
    try {
      const kept = await readIdempotencyKeys(this.#parts.pool, [{ tenantId: event.tenantId, key: event.idempotency?.key ?? "" }]);
      return kept[0] && answerFrom(kept[0], event);
    } catch (error) {
      this.#parts.onFault(error, judgeFault(error), 1);
      return { kind: "unavailable", sent: false };
    }
  };

  /** The events and the jobs that write their deliveries, in one transaction. */
  async #insertWithJobs(batch: readonly PendingEvent[]): Promise<ReadonlySet<string>> {
    return inTransaction(this.#parts.pool, async (client) => {
      const won = await insertEvents(client, batch.map(eventOf));
      const jobs = batch.filter(isFannedOut).flatMap(({ event }) => (won.has(event.id) ? [{ event_id: event.id }] : []));
      if (jobs.length > 0) await this.#parts.jobs.sendAll(client, "fan-out", jobs);
      return won;
    });
  }

  /** Where a row is to blame, halves are tried until the culprit is alone; a fault of the connection fails all alike. */
  async #afterFault(error: unknown, batch: readonly PendingEvent[]): Promise<void> {
    const fault = judgeFault(error);
    if (fault === "data" && batch.length > 1) {
      const middle = batch.length >> 1;
      await this.write(batch.slice(0, middle));
      return this.write(batch.slice(middle));
    }
    this.#parts.onFault(error, fault, batch.length);
    const outcome: AcceptOutcome = fault === "unavailable" ? { kind: "unavailable", sent: true } : { kind: "failed" };
    for (const { settle } of batch) settle(outcome);
  }

  /** Their keys were taken: what was answered to the winners is the answer, if they asked for the same event. */
  async #answerFromWinners(losers: readonly PendingEvent[]): Promise<void> {
    let kept: Map<string, KeptAnswer>;
    try {
      const rows = await readIdempotencyKeys(
        this.#parts.pool,
        losers.map(({ event }) => ({ tenantId: event.tenantId, key: event.idempotency?.key ?? "" })),
      );
      kept = new Map(rows.map((row) => [`${row.tenantId} ${row.key}`, row]));
    } catch (error) {
      const fault = judgeFault(error);
      this.#parts.onFault(error, fault, losers.length);
      for (const { settle } of losers) settle({ kind: "unavailable", sent: false });
      return;
    }
    const others: PendingEvent[] = [];
    for (const pending of losers) {
      const { event } = pending;
      const outcome = answerFrom(kept.get(`${event.tenantId} ${event.idempotency?.key}`), event);
      if (outcome.kind === "key_reused" && pending.hasDerivedKey) others.push(withOwnKey(pending));
      else pending.settle(outcome);
    }
    if (others.length > 0) await this.write(others);
  }
}

/** The same derived key, told from other bytes by its own: sent again, these bytes are found under it. */
function withOwnKey(pending: PendingEvent): PendingEvent {
  const { event } = pending;
  const { key = "", fingerprint = Buffer.alloc(0) } = event.idempotency ?? {};
  const idempotency = { key: `${key}:${fingerprint.toString("hex")}`, fingerprint };
  return { ...pending, hasDerivedKey: false, event: { ...event, idempotency } };
}

/** A job writes its deliveries: all of them, or those that are not ordered. */
const isFannedOut = ({ event }: PendingEvent): boolean => event.fanOut !== "done";
const eventOf = ({ event }: PendingEvent): NewEvent => event;

function answerFrom(kept: KeptAnswer | undefined, event: NewEvent): AcceptOutcome {
  // The key ran out between the two statements: it is free for the next try
  if (!kept) return { kind: "unavailable", sent: false };
  if (!event.idempotency?.fingerprint.equals(kept.fingerprint)) return { kind: "key_reused" };
  return { kind: "accepted", eventId: kept.eventId, deliveries: kept.deliveries, shed: kept.shed, replayed: true };
}

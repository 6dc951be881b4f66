import { type DeadReason, type DeliveryClass, type EpochMs, isExpired, type Settlement } from "@hooklane/core";
import { type Delivery, isOpen } from "./delivery.ts";
import { DueQueue } from "./due-queue.ts";
import type { Lane } from "./lane-spec.ts";
import { MinHeap } from "./min-heap.ts";

/** What discovery says of a lane and class: rows are pending, the first due then. */
export interface DueLane {
  readonly lane: Lane;
  readonly class: DeliveryClass;
  readonly firstDueAt: EpochMs;
}

/** Rows that one lane of the ledger holds. */
/** Which due rows a claim takes. */
interface DueRange {
  readonly after: EpochMs;
  readonly before: EpochMs;
  /** The rows that fell due last are taken first. */
  readonly latestFirst?: boolean;
}

interface LaneRows {
  readonly queues: Map<DeliveryClass, DueQueue>;
  /** By sequence; everything before the head is final. */
  readonly ordered: Delivery[];
  orderedHead: number;
  /** By creation; everything before the head is final. */
  readonly all: Delivery[];
  oldestOpen: number;
  open: number;
  inFlight: number;
}

export type LedgerListener = (delivery: Delivery) => void;

/**
 * The system of record of a world: deliveries with leases, as the real ledger keeps them. Claims give leases, results count
 * only under the lease's token, the reaper returns what was not finished in time, the sweep ends what passed its deadline.
 */
export class Ledger {
  readonly #lanes = new Map<Lane, LaneRows>();
  readonly #deadlines = new MinHeap<Delivery>();
  readonly #leases = new MinHeap<{ delivery: Delivery; token: number }>();
  #nextId = 1;
  /** Called when a delivery became final. */
  onFinal: LedgerListener = () => {};
  /** Deliveries that ended dead. */
  deadCount = 0;

  accept(lane: Lane, eventId: number, deliveryClass: DeliveryClass, deadlineAt: EpochMs, now: EpochMs): Delivery {
    const rows = this.#rowsOf(lane);
    const delivery: Delivery = {
      id: this.#nextId++,
      eventId,
      lane,
      mode: lane.mode ?? "at_least_once",
      createdAt: now,
      deadlineAt,
      sequence: deliveryClass === "ordered" ? rows.ordered.length : null,
      class: deliveryClass,
      state: "pending",
      attempt: 0,
      failures: 0,
      prevDelayMs: null,
      nextAttemptAt: now,
      leaseToken: null,
      leaseExpiresAt: 0,
      deadReason: null,
      finishedAt: null,
      stamp: 0,
    };
    rows.open++;
    rows.all.push(delivery);
    if (delivery.sequence === null) this.#queueOf(rows, deliveryClass).add(delivery);
    else rows.ordered.push(delivery);
    this.#deadlines.push(deadlineAt, delivery);
    return delivery;
  }

  /** A delivery that is recorded dead without an attempt, because its subscription is shedding. */
  shed(delivery: Delivery, now: EpochMs): void {
    this.#end(delivery, "backlog_shed", now);
  }

  /** What of these lanes is pending, each lane and class with its first due time. */
  *discover(lanes: Iterable<Lane>): Iterable<DueLane> {
    for (const lane of lanes) {
      const rows = this.#lanes.get(lane);
      if (!rows) continue;
      const head = this.#orderedHeadOf(rows);
      if (head) yield { lane, class: "ordered", firstDueAt: head.nextAttemptAt };
      for (const [deliveryClass, queue] of rows.queues) {
        if (queue.size > 0) yield { lane, class: deliveryClass, firstDueAt: queue.firstDueAt };
      }
    }
  }

  /** Gives leases on at most `n` due rows of a lane and class. */
  claim(
    lane: Lane,
    deliveryClass: DeliveryClass,
    due: DueRange,
    n: number,
    lease: { readonly token: number; readonly expiresAt: EpochMs },
  ): Delivery[] {
    const rows = this.#rowsOf(lane);
    if (lane.state !== "active") return [];
    const taken = deliveryClass === "ordered" ? this.#takeHead(rows, due.before) : takeDue(this.#queueOf(rows, deliveryClass), due, n);
    for (const delivery of taken) {
      delivery.state = "inflight";
      delivery.attempt++;
      delivery.leaseToken = lease.token;
      delivery.leaseExpiresAt = lease.expiresAt;
      rows.inFlight++;
      this.#leases.push(lease.expiresAt, { delivery, token: lease.token });
    }
    return taken;
  }

  /** When an ordered lane's head may be tried next, and whether it is in flight; null without one. */
  orderedHead(lane: Lane): Delivery | null {
    return this.#orderedHeadOf(this.#rowsOf(lane)) ?? null;
  }

  /**
   * Writes what one attempt came to.
   *
   * @returns false, and nothing changes, when the lease is not the delivery's any more
   */
  settle(delivery: Delivery, token: number, settlement: Settlement, isFailure: boolean, now: EpochMs): boolean {
    if (delivery.state !== "inflight" || delivery.leaseToken !== token) return false;
    if (isFailure) delivery.failures++;
    if (settlement.state === "dead") this.#end(delivery, settlement.reason, now);
    else if (settlement.state === "delivered") this.#finish(delivery, "delivered", now);
    else {
      delivery.prevDelayMs = settlement.prevDelayMs;
      delivery.class = settlement.class;
      this.#toPending(delivery, settlement.nextAttemptAt);
    }
    return true;
  }

  /** Ends a claimed delivery for which nothing may be sent. */
  endClaimed(delivery: Delivery, token: number, reason: DeadReason, now: EpochMs): void {
    if (delivery.state === "inflight" && delivery.leaseToken === token) this.#end(delivery, reason, now);
  }

  /** Returns rows whose lease ran out: due at once, or final where at most one attempt may ever be made. */
  reap(now: EpochMs): Delivery[] {
    const reaped: Delivery[] = [];
    while (this.#leases.firstKey <= now) {
      const { delivery, token } = this.#leases.pop() as { delivery: Delivery; token: number };
      if (delivery.state !== "inflight" || delivery.leaseToken !== token) continue;
      if (delivery.mode === "at_most_once") this.#end(delivery, "outcome_unknown", now);
      else this.#toPending(delivery, now);
      reaped.push(delivery);
    }
    return reaped;
  }

  /** Ends the pending rows whose deadline passed. @returns how many */
  expire(now: EpochMs): number {
    let ended = 0;
    const inFlight: Delivery[] = [];
    while (isExpired(this.#deadlines.firstKey, now)) {
      const delivery = this.#deadlines.pop() as Delivery;
      if (delivery.state === "inflight") inFlight.push(delivery);
      if (delivery.state !== "pending") continue;
      this.#end(delivery, "expired", now);
      ended++;
    }
    // Their attempt is under way; the next sweep looks again.
    for (const delivery of inFlight) this.#deadlines.push(now, delivery);
    return ended;
  }

  /** Ends due retries of a lane whose subscription does not want them to wait for its budget. @returns how many */
  deadLetter(lane: Lane, n: number, now: EpochMs): number {
    const rows = this.#queueOf(this.#rowsOf(lane), "retry").take(Number.NEGATIVE_INFINITY, now, n);
    for (const delivery of rows) {
      // Taken rows have left their queue already.
      this.#queueOf(this.#rowsOf(lane), "retry").add(delivery);
      this.#end(delivery, "retry_budget", now);
    }
    return rows.length;
  }

  /** Ends every pending row of a lane. */
  endPending(lane: Lane, reason: DeadReason, now: EpochMs): void {
    for (const delivery of this.openOf(lane)) if (delivery.state === "pending") this.#end(delivery, reason, now);
  }

  get nextLeaseExpiry(): EpochMs {
    return this.#leases.firstKey;
  }

  get nextDeadline(): EpochMs {
    return this.#deadlines.firstKey;
  }

  /** Rows that are not final, retries included. */
  openCount(lane: Lane): number {
    return this.#lanes.get(lane)?.open ?? 0;
  }

  inFlightCount(lane: Lane): number {
    return this.#lanes.get(lane)?.inFlight ?? 0;
  }

  /** The oldest row that is not final. */
  oldestOpen(lane: Lane): Delivery | undefined {
    const rows = this.#lanes.get(lane);
    if (!rows) return undefined;
    while (rows.oldestOpen < rows.all.length && !isOpen(rows.all[rows.oldestOpen] as Delivery)) rows.oldestOpen++;
    return rows.all[rows.oldestOpen];
  }

  openOf(lane: Lane): Delivery[] {
    this.oldestOpen(lane);
    const rows = this.#lanes.get(lane);
    return rows ? rows.all.slice(rows.oldestOpen).filter(isOpen) : [];
  }

  inFlightOf(lane: Lane): Delivery[] {
    return this.inFlightCount(lane) === 0 ? [] : this.openOf(lane).filter(({ state }) => state === "inflight");
  }

  #rowsOf(lane: Lane): LaneRows {
    let rows = this.#lanes.get(lane);
    if (!rows) {
      rows = { queues: new Map(), ordered: [], orderedHead: 0, all: [], oldestOpen: 0, open: 0, inFlight: 0 };
      this.#lanes.set(lane, rows);
    }
    return rows;
  }

  #queueOf(rows: LaneRows, deliveryClass: DeliveryClass): DueQueue {
    let queue = rows.queues.get(deliveryClass);
    if (!queue) {
      queue = new DueQueue();
      rows.queues.set(deliveryClass, queue);
    }
    return queue;
  }

  #orderedHeadOf(rows: LaneRows): Delivery | undefined {
    while (rows.orderedHead < rows.ordered.length && !isOpen(rows.ordered[rows.orderedHead] as Delivery)) rows.orderedHead++;
    return rows.ordered[rows.orderedHead];
  }

  #takeHead(rows: LaneRows, dueBefore: EpochMs): Delivery[] {
    const head = this.#orderedHeadOf(rows);
    return head?.state === "pending" && head.nextAttemptAt <= dueBefore ? [head] : [];
  }

  #toPending(delivery: Delivery, nextAttemptAt: EpochMs): void {
    const rows = this.#rowsOf(delivery.lane);
    rows.inFlight--;
    delivery.state = "pending";
    delivery.leaseToken = null;
    delivery.nextAttemptAt = nextAttemptAt;
    if (delivery.sequence === null) this.#queueOf(rows, delivery.class).add(delivery);
  }

  #end(delivery: Delivery, reason: DeadReason, now: EpochMs): void {
    this.deadCount++;
    delivery.deadReason = reason;
    this.#finish(delivery, "dead", now);
  }

  #finish(delivery: Delivery, state: "delivered" | "dead", now: EpochMs): void {
    const rows = this.#rowsOf(delivery.lane);
    if (delivery.state === "inflight") rows.inFlight--;
    else if (delivery.sequence === null) rows.queues.get(delivery.class)?.left();
    rows.open--;
    delivery.state = state;
    delivery.leaseToken = null;
    delivery.finishedAt = now;
    this.onFinal(delivery);
  }
}

function takeDue(queue: DueQueue, { after, before, latestFirst }: DueRange, n: number): Delivery[] {
  return latestFirst ? queue.takeLatest(after, before, n) : queue.take(after, before, n);
}

import type { DeliveryClass, Refusal } from "@hooklane/core";
import type { DueLane } from "@hooklane/db";
import { DueHeap } from "./due-heap.ts";

/** Due rows of one lane, class and shard: what discovery saw, and how far claims have come since. */
export interface Work {
  readonly key: string;
  readonly laneId: string;
  readonly shard: number;
  readonly class: DeliveryClass;
  firstDueMs: number;
  /** Rows due before this were claimed: their index entries are dead. */
  dueAfterMs: number;
  /** A claim for it is under way: it is not offered again meanwhile. */
  claiming: boolean;
  /** Raised by every discovery, so that a claim that found too little does not forget what was discovered after it began. */
  seen: number;
  /** The lane or host whose next free permit lets this work be offered again. */
  parkedAt: string | undefined;
}

const keyOf = (laneId: string, cls: DeliveryClass, shard: number): string => `${laneId} ${cls} ${shard}`;

/**
 * What this worker knows of due work. Each piece is ready (may be offered), due later (at a known time), or parked (until a permit of its lane
 * or host is free, or a second has passed), so a round costs what may be sent and never what waits.
 */
export class ReadyLanes {
  readonly #work = new Map<string, Work>();
  readonly #ready = new Map<string, Work>();
  readonly #later = new DueHeap();
  readonly #parked = new Map<string, Set<Work>>();

  /** Takes what a discovery found. A lane's work that is known already keeps its place. */
  discovered(found: readonly DueLane[], nowMs: number): void {
    for (const { subscriptionId, class: cls, shard, firstDueMs } of found) {
      const key = keyOf(subscriptionId, cls, shard);
      const known = this.#work.get(key);
      if (known) {
        known.seen++;
        known.firstDueMs = firstDueMs;
        known.dueAfterMs = Number.NEGATIVE_INFINITY;
        if (!known.claiming && known.parkedAt === undefined && !this.#ready.has(key)) this.#place(known, firstDueMs, nowMs);
        continue;
      }
      this.#add({ laneId: subscriptionId, class: cls, shard, firstDueMs }, nowMs);
    }
  }

  /** A delivery of this lane was just given a due time: work that is not known yet begins then, without waiting for a discovery. */
  scheduled(due: { laneId: string; shard: number; class: DeliveryClass; dueMs: number }, nowMs: number): void {
    const known = this.#work.get(keyOf(due.laneId, due.class, due.shard));
    if (!known) this.#add({ ...due, firstDueMs: due.dueMs }, nowMs);
    else if (due.dueMs < known.firstDueMs) {
      known.firstDueMs = due.dueMs;
      known.dueAfterMs = Math.min(known.dueAfterMs, due.dueMs);
      known.seen++;
      if (!known.claiming && known.parkedAt === undefined && !this.#ready.has(known.key)) this.#place(known, due.dueMs, nowMs);
    }
  }

  /** Up to `limit` pieces of work that may be offered now, those that waited longest first. */
  offerable(limit: number, nowMs: number): Work[] {
    for (let key = this.#later.popDue(nowMs); key !== undefined; key = this.#later.popDue(nowMs)) {
      const work = this.#work.get(key);
      if (!work || work.claiming) continue;
      if (work.parkedAt !== undefined) this.#unpark(work);
      this.#ready.set(key, work);
    }
    const offered: Work[] = [];
    for (const work of this.#ready.values()) {
      if (offered.length === limit) break;
      offered.push(work);
    }
    // What was offered goes to the end of the line, so that with more ready work than a round takes all get their turn
    if (this.#ready.size > offered.length)
      for (const work of offered) {
        this.#ready.delete(work.key);
        this.#ready.set(work.key, work);
      }
    return offered;
  }

  /** When the earliest of the work that waits for a time may be offered; Infinity without any. */
  get nextTimeMs(): number {
    return this.#later.first;
  }

  get hasReady(): boolean {
    return this.#ready.size > 0;
  }

  get size(): number {
    return this.#work.size;
  }

  /** A claim for this work begins. */
  claim(work: Work): void {
    work.claiming = true;
    this.#ready.delete(work.key);
  }

  /**
   * The claim ended.
   * @param more whether it filled what it asked for, so that there may be more
   * @param lastDueMs due time of the last row it got
   */
  claimed(work: Work, more: boolean, lastDueMs: number | undefined, seenBefore: number, nowMs: number): void {
    work.claiming = false;
    if (!more && work.seen === seenBefore) {
      this.#work.delete(work.key);
      return;
    }
    if (lastDueMs !== undefined && work.seen === seenBefore) work.dueAfterMs = lastDueMs;
    this.#place(work, work.firstDueMs, nowMs);
  }

  /** Nothing of this work can be sent before a time: an ordered head that waits for its retry, a claim that failed. */
  postpone(work: Work, untilMs: number): void {
    work.claiming = false;
    this.#ready.delete(work.key);
    this.#later.push(work.key, untilMs);
  }

  /** Puts refused work where its refusal ends: at a time, or at the next free permit of the lane or the host. */
  refused(work: Work, refusal: Refusal, recheckMs: number): void {
    if (refusal.reason === "pool_full") return; // the whole worker waits, and with it this work stays in line
    this.#ready.delete(work.key);
    if (refusal.until !== null) {
      this.#later.push(work.key, refusal.until);
      return;
    }
    if (refusal.endedBy !== "permit_released" && refusal.endedBy !== "delivery_ended") {
      this.#later.push(work.key, recheckMs); // a person ends it; the subscription's change is seen by then
      return;
    }
    // Permits can also be freed without a notice here (those counted for another worker's leases): parked work is looked at again, too
    this.#later.push(work.key, recheckMs);
    const at = refusal.reason === "host_full" ? refusal.host : refusal.laneId;
    work.parkedAt = at;
    const parked = this.#parked.get(at);
    if (parked) parked.add(work);
    else this.#parked.set(at, new Set([work]));
  }

  /** A permit of this lane and host is free: what was parked for it may be offered again. */
  released(laneId: string, host: string): void {
    for (const at of [laneId, host]) {
      const parked = this.#parked.get(at);
      if (!parked) continue;
      this.#parked.delete(at);
      for (const work of parked) {
        work.parkedAt = undefined;
        if (this.#work.get(work.key) === work && !work.claiming) this.#ready.set(work.key, work);
      }
    }
  }

  /** Forgets work that is not this worker's to send. */
  drop(work: Work): void {
    this.#work.delete(work.key);
    this.#ready.delete(work.key);
    this.#unpark(work);
  }

  #unpark(work: Work): void {
    if (work.parkedAt === undefined) return;
    const parked = this.#parked.get(work.parkedAt);
    parked?.delete(work);
    if (parked?.size === 0) this.#parked.delete(work.parkedAt);
    work.parkedAt = undefined;
  }

  #add(found: Pick<Work, "laneId" | "class" | "shard" | "firstDueMs">, nowMs: number): void {
    const work: Work = {
      key: keyOf(found.laneId, found.class, found.shard),
      laneId: found.laneId,
      shard: found.shard,
      class: found.class,
      firstDueMs: found.firstDueMs,
      dueAfterMs: Number.NEGATIVE_INFINITY,
      claiming: false,
      seen: 0,
      parkedAt: undefined,
    };
    this.#work.set(work.key, work);
    this.#place(work, work.firstDueMs, nowMs);
  }

  #place(work: Work, timeMs: number, nowMs: number): void {
    if (timeMs <= nowMs) this.#ready.set(work.key, work);
    else this.#later.push(work.key, timeMs);
  }
}

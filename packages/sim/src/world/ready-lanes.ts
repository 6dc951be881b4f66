import type { DeliveryClass, EpochMs, Refusal } from "@hooklane/core";
import type { Lane } from "./lane-spec.ts";
import type { DueLane } from "./ledger.ts";
import { MinHeap } from "./min-heap.ts";
import { ReadyLine } from "./ready-line.ts";
import { WaitingRoom } from "./waiting-room.ts";

/** Due rows of one lane and class, as one worker knows them. */
export interface Work {
  readonly key: string;
  readonly lane: Lane;
  readonly class: DeliveryClass;
  firstDueAt: EpochMs;
  /** Rows due before this were claimed already. */
  dueAfter: EpochMs;
  /** Permits to ask for: more after a claim that found as many rows as it asked for, fewer after one that did not. */
  wanted: number;
  isClaiming: boolean;
  /** Raised by every discovery: a claim that found too little must not forget what was discovered after it began. */
  seen: number;
  parkedAt: string | null;
  /** Where it was let out last, until it gets a permit. */
  wokenAt: string | null;
}

/** Lanes looked at per round, at least and at most: enough to choose from for the permits that are free. */
const lanesPerRound = { least: 64, perPermit: 4, most: 2_048 };
/** Permits that find no row cost as much as those that do, so a lane asks for few until it is known to have more. */
const wantedFrom = { least: 2, most: 64 };
/** When to look again at work that waits for a person; a change of the subscription is told at once. */
const recheckMs = 60_000;
/** Parked work that one free permit wakes: enough for a fair choice, and not all of a host's 40,000 lanes. */
const wakeBatch = 16;

/**
 * What a worker knows of due work: each piece is ready, or waits for a moment, or is parked until a permit of its lane, host
 * or tenant, or of a sick lane, is free.
 */
export class ReadyLanes {
  readonly #work = new Map<string, Work>();
  readonly #ready = new ReadyLine();
  readonly #later = new MinHeap<string>();
  readonly #parked = new Map<string, WaitingRoom>();
  /** Places that woke work and refused none since: there may be room for more. */
  readonly #roomy = new Set<string>();
  /** Lanes whose circuit closed lately: their retries are sent before they are due. */
  readonly #recovering = new Set<Lane>();

  discovered({ lane, class: deliveryClass, firstDueAt }: DueLane, now: EpochMs): void {
    const key = keyOf(lane, deliveryClass);
    let work = this.#work.get(key);
    if (work) {
      work.seen++;
      work.firstDueAt = firstDueAt;
      work.dueAfter = Number.NEGATIVE_INFINITY;
      if (work.isClaiming || work.parkedAt !== null || this.#ready.has(work)) return;
    } else {
      work = {
        key,
        lane,
        class: deliveryClass,
        firstDueAt,
        dueAfter: Number.NEGATIVE_INFINITY,
        wanted: wantedFrom.least,
        isClaiming: false,
        seen: 0,
        parkedAt: null,
        wokenAt: null,
      };
      this.#work.set(key, work);
    }
    this.#place(work, firstDueAt, now);
  }

  /** Work to offer now, in turns over tenants. What a round cannot take keeps its turn. */
  offerable(freePermits: number, now: EpochMs): Work[] {
    while (this.#later.firstKey <= now) {
      const work = this.#work.get(this.#later.pop() as string);
      if (work && !work.isClaiming && work.parkedAt === null) this.#queueUp(work);
    }
    const { least, perPermit, most } = lanesPerRound;
    return this.#ready.next(Math.min(most, Math.max(least, perPermit * freePermits)));
  }

  get nextAt(): EpochMs {
    return this.#later.firstKey;
  }

  get readyCount(): number {
    return this.#ready.size;
  }

  /** The lane's circuit closed: what waits for a retry may go at once, as far as core lets it. */
  recovers(lane: Lane): void {
    this.#recovering.add(lane);
    const work = this.#work.get(keyOf(lane, "retry"));
    if (work && !work.isClaiming && work.parkedAt === null) this.#ready.add(work);
  }

  /** The recovery is over: retries wait for their moment again. */
  recovered(lane: Lane): void {
    this.#recovering.delete(lane);
  }

  claim(work: Work): void {
    work.isClaiming = true;
    work.wokenAt = null;
    this.#ready.delete(work);
  }

  /**
   * A claim ended.
   *
   * @param isFull it got as many rows as it asked for, so there may be more
   * @returns false when the work is forgotten
   */
  claimed(work: Work, isFull: boolean, lastDueAt: EpochMs | null, seenBefore: number, now: EpochMs): boolean {
    work.isClaiming = false;
    work.wanted = isFull ? Math.min(wantedFrom.most, 2 * work.wanted) : Math.max(wantedFrom.least, work.wanted >> 1);
    if (!isFull && work.seen === seenBefore) {
      this.#work.delete(work.key);
      return false;
    }
    if (lastDueAt !== null && work.seen === seenBefore) {
      work.dueAfter = lastDueAt;
      work.firstDueAt = Math.max(work.firstDueAt, lastDueAt);
    }
    this.#place(work, work.firstDueAt, now);
    return true;
  }

  postpone(work: Work, until: EpochMs): void {
    work.isClaiming = false;
    this.#ready.delete(work);
    this.#later.push(until, work.key);
  }

  /** @returns false when the work stays in line, because the whole worker waits */
  refused(work: Work, { reason, until, endedBy }: Refusal, now: EpochMs): boolean {
    if (reason === "pool_full") return false;
    this.#ready.delete(work);
    if (until !== null) this.#later.push(Math.max(until, now + 1), work.key);
    else if (endedBy !== "permit_released" && endedBy !== "delivery_ended") this.#later.push(now + recheckMs, work.key);
    else this.#park(work, placeOf(work.lane, reason));
    return true;
  }

  /** A permit is free: those that waited longest for it are offered again. */
  released({ id, host, tenantId }: Lane): void {
    for (const place of [id, `host ${host}`, `tenant ${tenantId}`, "sick"]) this.#wake(place);
  }

  /** A round is over. Where nobody was refused, more may be offered. @returns whether there is */
  wakeMore(): boolean {
    let isAny = false;
    for (const place of [...this.#roomy]) isAny = this.#wake(place) || isAny;
    return isAny;
  }

  drop(work: Work): void {
    this.#work.delete(work.key);
    this.#ready.delete(work);
    if (work.parkedAt === null) return;
    const parked = this.#parked.get(work.parkedAt);
    parked?.delete(work);
    if (parked?.isEmpty) this.#parked.delete(work.parkedAt);
  }

  #wake(place: string): boolean {
    const parked = this.#parked.get(place);
    if (!parked) {
      this.#roomy.delete(place);
      return false;
    }
    this.#roomy.add(place);
    for (const work of parked.letOut(wakeBatch)) {
      work.parkedAt = null;
      work.wokenAt = place;
      if (this.#work.get(work.key) === work && !work.isClaiming) this.#ready.add(work);
    }
    if (parked.isEmpty) this.#parked.delete(place);
    return true;
  }

  #park(work: Work, place: string): void {
    work.parkedAt = place;
    this.#roomy.delete(place);
    const parked = this.#parked.get(place) ?? new WaitingRoom();
    this.#parked.set(place, parked);
    parked.add(work, work.wokenAt === place);
  }

  #place(work: Work, at: EpochMs, now: EpochMs): void {
    const isEarly = work.class === "retry" && this.#recovering.has(work.lane);
    if (at <= now || isEarly) this.#queueUp(work);
    else this.#later.push(at, work.key);
  }

  /** Where others wait for a permit already, nobody overtakes them. */
  #queueUp(work: Work): void {
    const { host, tenantId } = work.lane;
    const place = [`host ${host}`, `tenant ${tenantId}`].find((shared) => this.#parked.has(shared) && !this.#roomy.has(shared));
    if (place === undefined) this.#ready.add(work);
    else this.#park(work, place);
  }
}

function keyOf(lane: Lane, deliveryClass: DeliveryClass): string {
  return `${lane.id} ${deliveryClass}`;
}

/** Whose permit, when it is released, ends the refusal. */
function placeOf({ id, host, tenantId }: Lane, reason: Refusal["reason"]): string {
  if (reason === "host_full") return `host ${host}`;
  if (reason === "tenant_full") return `tenant ${tenantId}`;
  return reason === "sick_pool" ? "sick" : id;
}

import type { Refusal } from "../admission/offer.ts";
import { deliveryClasses } from "../policy/delivery-class.ts";
import type { EpochMs } from "../time/durations.ts";
import { DueHeap } from "./due-heap.ts";
import { ReadyLine } from "./ready-line.ts";
import { WaitingRoom } from "./waiting-room.ts";
import { type FoundWork, newWork, type Work, wantedNext, workKey } from "./work.ts";

/** Where a permit counts, and so who waits for it. */
export type PermitPlace = Pick<FoundWork, "laneId" | "tenantId" | "host">;

/** How a claim ended. */
export interface ClaimEnd {
  /** It got as many rows as it asked for, so there may be more. */
  readonly isFull: boolean;
  /** The due time of the last row that it got from the oldest on; null when there was none. */
  readonly lastDueAt: EpochMs | null;
  /** `seen` when the claim began. */
  readonly seenBefore: number;
}

/** Lanes looked at per round, at least and at most: enough to choose from for the permits that are free. */
const lanesPerRound = { least: 64, perPermit: 4, most: 2_048 } as const;
/** When to look again at work that may go on without a word: what refused it may end before its time, or let single deliveries pass. */
const recheckMs = 1_000;
/** A paused lane goes on when it is resumed, and that is told: tens of thousands of them are looked at again only so that nothing rests on the word alone. */
const pausedRecheckMs = 60_000;
/** Each success pays a part of a retry, and a probe may come back long before its lease ends: `until` is only the latest end. */
const mayEndEarlier: ReadonlySet<Refusal["reason"]> = new Set(["retry_budget", "probe_in_flight", "host_probe_in_flight"]);
/** Parked work that one free permit wakes: enough for a fair choice, and not all of a host's 40,000 lanes. */
const wakeBatch = 16;

/**
 * What a worker knows of due work. Each piece is ready (may be offered), or waits for a moment, or is parked until a permit
 * of its lane, host or tenant, or of a sick lane, is free; so a round costs what may be sent and never what waits.
 */
export class ReadyLanes {
  readonly #work = new Map<string, Work>();
  readonly #ready = new ReadyLine();
  readonly #later = new DueHeap();
  readonly #parked = new Map<string, WaitingRoom>();
  /** Places that woke work and refused none since: there may be room for more. */
  readonly #roomy = new Set<string>();
  /** Lanes whose circuit closed lately: their retries are sent before they are due. */
  readonly #recovering = new Set<string>();

  /** Pieces of work known, wherever they wait. */
  get size(): number {
    return this.#work.size;
  }

  get readyCount(): number {
    return this.#ready.size;
  }

  /** Lanes, hosts and tenants for whose permits work is parked. */
  get waitedForCount(): number {
    return this.#parked.size;
  }

  /** When the earliest of the work that waits for a moment may be offered; Infinity without any. */
  get nextAt(): EpochMs {
    return this.#later.first;
  }

  /** Takes what a discovery found. Work that is known already keeps its place. */
  discovered(found: FoundWork, now: EpochMs): void {
    const known = this.#work.get(workKey(found));
    if (!known) {
      this.#add(found, now);
      return;
    }
    known.seen++;
    known.host = found.host;
    known.firstDueAt = found.firstDueAt;
    known.dueAfter = Number.NEGATIVE_INFINITY;
    this.#placeIfIdle(known, now);
  }

  /** A delivery of this lane was just given a due time: work that is not known yet begins then, without waiting for a discovery. */
  scheduled(found: FoundWork, now: EpochMs): void {
    const known = this.#work.get(workKey(found));
    if (!known) {
      this.#add(found, now);
      return;
    }
    known.upcomingAt = Math.min(known.upcomingAt, found.firstDueAt);
    known.dueAfter = Math.min(known.dueAfter, found.firstDueAt);
    if (found.firstDueAt >= known.firstDueAt) return;
    known.firstDueAt = found.firstDueAt;
    this.#placeIfIdle(known, now);
  }

  /** Work to offer now, in turns over tenants. What a round cannot take keeps its turn. */
  offerable(freePermits: number, now: EpochMs): Work[] {
    for (let key = this.#later.popDue(now); key !== undefined; key = this.#later.popDue(now)) {
      const work = this.#work.get(key);
      if (work && !work.isClaiming && work.parkedAt === null && !this.#ready.has(work)) this.#queueUp(work);
    }
    const { least, perPermit, most } = lanesPerRound;
    return this.#ready.next(Math.min(most, Math.max(least, perPermit * freePermits)));
  }

  /**
   * The lane's circuit closed: its work may be offered again at once, and what waits for a retry before it is due.
   *
   * @param shards where the lane may have rows
   */
  recovers(laneId: string, shards: readonly number[], now: EpochMs): void {
    this.#recovering.add(laneId);
    this.reconsider(laneId, shards, now);
  }

  /** What refused the lane may have changed: its work is offered again without waiting for the refusal's end. */
  reconsider(laneId: string, shards: readonly number[], now: EpochMs): void {
    for (const shard of shards)
      for (const deliveryClass of deliveryClasses) {
        const work = this.#work.get(workKey({ laneId, class: deliveryClass, shard }));
        if (!work) continue;
        work.refusedUntil = 0;
        this.#placeIfIdle(work, now);
      }
  }

  /** The recovery is over: retries wait for their moment again. */
  recovered(laneId: string): void {
    this.#recovering.delete(laneId);
  }

  /** A claim for this work begins. */
  claim(work: Work): void {
    work.isClaiming = true;
    work.wokenAt = null;
    work.upcomingAt = Number.POSITIVE_INFINITY;
    this.#ready.delete(work);
  }

  /** @returns false when the work is forgotten: the next discovery finds it if there is more of it */
  claimed(work: Work, { isFull, lastDueAt, seenBefore }: ClaimEnd, now: EpochMs): boolean {
    work.isClaiming = false;
    work.wanted = wantedNext(work.wanted, isFull);
    if (!isFull && work.seen === seenBefore) {
      if (work.upcomingAt === Number.POSITIVE_INFINITY) {
        this.#work.delete(work.key);
        return false;
      }
      work.firstDueAt = work.upcomingAt;
      work.dueAfter = Number.NEGATIVE_INFINITY;
    } else if (lastDueAt !== null && work.seen === seenBefore) {
      work.dueAfter = lastDueAt;
      work.firstDueAt = Math.max(work.firstDueAt, lastDueAt);
    }
    this.#place(work, work.firstDueAt, now);
    return true;
  }

  /** Nothing of this work can be sent before a moment: an ordered head that waits for its retry, a claim that failed. */
  postpone(work: Work, until: EpochMs): void {
    work.isClaiming = false;
    this.#ready.delete(work);
    this.#later.push(work.key, until);
  }

  /** Puts refused work where its refusal ends. @returns false when it stays in line, because the whole worker waits */
  refused(work: Work, { reason, until, endedBy }: Pick<Refusal, "reason" | "until" | "endedBy">, now: EpochMs): boolean {
    if (reason === "pool_full") return false;
    this.#ready.delete(work);
    if (until === null && (endedBy === "permit_released" || endedBy === "delivery_ended")) this.#park(work, placeOf(work, reason));
    else {
      const againMs = endedBy === "subscription_resumed" ? pausedRecheckMs : recheckMs;
      const endsAt = until === null ? now + againMs : Math.max(until, now + 1);
      work.refusedUntil = mayEndEarlier.has(reason) ? Math.min(endsAt, now + recheckMs) : endsAt;
      this.#later.push(work.key, work.refusedUntil);
    }
    return true;
  }

  /** A permit is free: those that waited longest for it are offered again. */
  released({ laneId, host, tenantId }: PermitPlace): void {
    for (const place of [laneId, hostPlace(host), tenantPlace(tenantId), sickPlace]) this.#wake(place);
  }

  /** A round is over. Where nobody was refused, more may be offered. @returns whether there is */
  wakeMore(): boolean {
    let isAny = false;
    for (const place of [...this.#roomy]) isAny = this.#wake(place) || isAny;
    return isAny;
  }

  /**
   * Lets some of the work at each place out, since permits are freed without a word, too: leases of other workers that
   * expire, caps that grow. To be called about each second; a place exists only where permits are held, so it costs what is in flight.
   */
  wakeAll(): void {
    for (const place of [...this.#parked.keys()]) this.#wake(place);
  }

  /** Forgets work that is not this worker's to send. */
  drop(work: Work): void {
    this.#work.delete(work.key);
    this.#ready.delete(work);
    if (work.parkedAt === null) return;
    const parked = this.#parked.get(work.parkedAt);
    parked?.delete(work);
    if (parked?.isEmpty) this.#parked.delete(work.parkedAt);
    work.parkedAt = null;
  }

  #add(found: FoundWork, now: EpochMs): void {
    const work = newWork(found);
    this.#work.set(work.key, work);
    this.#place(work, work.firstDueAt, now);
  }

  #placeIfIdle(work: Work, now: EpochMs): void {
    const isIdle = !work.isClaiming && work.parkedAt === null && work.refusedUntil <= now && !this.#ready.has(work);
    if (isIdle) this.#place(work, work.firstDueAt, now);
  }

  #place(work: Work, at: EpochMs, now: EpochMs): void {
    const isEarly = work.class === "retry" && this.#recovering.has(work.laneId);
    if (at <= now || isEarly) this.#queueUp(work);
    else this.#later.push(work.key, at);
  }

  /** Where others wait for a permit already, nobody overtakes them. */
  #queueUp(work: Work): void {
    const shared = [hostPlace(work.host), tenantPlace(work.tenantId)];
    const place = shared.find((each) => this.#parked.has(each) && !this.#roomy.has(each));
    if (place === undefined) this.#ready.add(work);
    else this.#park(work, place);
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
}

const sickPlace = "sick";
const hostPlace = (host: string) => `host ${host}`;
const tenantPlace = (tenantId: string) => `tenant ${tenantId}`;

/** Whose permit, when it is released, ends the refusal. */
function placeOf({ laneId, host, tenantId }: Work, reason: Refusal["reason"]): string {
  if (reason === "host_full") return hostPlace(host);
  if (reason === "tenant_full") return tenantPlace(tenantId);
  return reason === "sick_pool" ? sickPlace : laneId;
}

import {
  classify,
  type EpochMs,
  type Grant,
  leaseTimes,
  type Offer,
  type Permit,
  type PolicyConfig,
  type Random,
  ReadyLanes,
  type Work,
} from "@hooklane/core";
import { withinDeadline } from "../endpoints/endpoint.ts";
import type { Delivery } from "./delivery.ts";
import type { Gatekeeper, Settle } from "./gatekeeper.ts";
import type { Lane } from "./lane-spec.ts";
import type { Ledger } from "./ledger.ts";
import type { EndedAttempt, ObservedAttempt, Observer } from "./observer.ts";
import type { Timeline } from "./timeline.ts";

const parallelClaims = 2;
/** A head that is in flight elsewhere is looked at again after this. */
const headRetryMs = 20;
/** Losing every hint costs at most this much. */
const pollMs = 1_000;
/** Hints are gathered for this long. */
const hintMs = 10;
const forgetMs = 60_000;
const tickMs = 1_000;

export interface WorkerTiming {
  /** How long a claim statement takes. */
  readonly claimMs: number;
  /** From the end of an attempt until the ledger has its result. */
  readonly recordMs: number;
}

export interface SimWorkerOptions {
  readonly id: string;
  readonly timeline: Timeline;
  readonly ledger: Ledger;
  readonly config: PolicyConfig;
  readonly gatekeeper: Gatekeeper;
  readonly settle: Settle;
  readonly random: Random;
  readonly endpointRandom: Random;
  readonly timing: WorkerTiming;
  readonly owns: (lane: Lane) => boolean;
  readonly laneOf: (id: string) => Lane;
  readonly nextToken: () => number;
  readonly observer: Required<Observer>;
  /** Something became pending in a lane, perhaps for another worker. */
  readonly onPending: (lane: Lane) => void;
  /** Each minute, and when a circuit changed: what is known of these lanes may be stored. */
  readonly onStore: (lanes: Iterable<Lane>) => void;
}

interface Claimed {
  readonly delivery: Delivery;
  readonly token: number;
  readonly permit: Permit;
}

/**
 * One worker process: discovers due work, asks for permits, claims exactly what was granted, sends, settles, records. It does
 * in virtual time, step by step, what the product's worker does.
 */
export class SimWorker {
  readonly id: string;
  readonly gatekeeper: Gatekeeper;
  readonly #options: SimWorkerOptions;
  readonly #ready = new ReadyLanes();
  /** Lanes with arrivals, rounds or results since they were stored last. */
  readonly #touched = new Set<Lane>();
  readonly #hinted = new Set<Lane>();
  readonly #unsearched = new Set<Lane>();
  /** Rows under way by the token of their lease. */
  readonly #tokens = new Map<number, number>();
  #claims = 0;
  #isKicked = false;
  #wakeAt = Number.POSITIVE_INFINITY;
  #isPollPlanned = false;
  #isTickPlanned = false;
  #isAlive = true;
  #pausedUntil: EpochMs = 0;

  constructor(options: SimWorkerOptions) {
    this.#options = options;
    this.id = options.id;
    this.gatekeeper = options.gatekeeper;
    this.#everyMinute();
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** The process is gone at once: nothing of it happens any more, its leases stay. */
  kill(): void {
    this.#isAlive = false;
  }

  /** The process stands still; what was planned happens when it goes on. */
  pause(until: EpochMs): void {
    this.#pausedUntil = until;
  }

  holds(token: number): boolean {
    return this.#tokens.has(token);
  }

  /** A delivery was accepted for a lane of this worker. */
  arrived(lane: Lane): void {
    this.gatekeeper.arrived?.(lane.id, 1, this.#options.timeline.now);
    this.#touched.add(lane);
  }

  /** Another worker's lease on a delivery of a lane that this one took over. It ends without a word, so the end is planned. */
  foreignLease({ lane, class: deliveryClass, leaseExpiresAt }: Delivery): void {
    const { timeline, config } = this.#options;
    const { id: laneId, tenantId, host } = lane;
    const expiresAt = leaseExpiresAt - config.lease_ms + leaseTimes(config).overAfterMs;
    if (expiresAt <= timeline.now) return;
    this.gatekeeper.seed?.({ laneId, tenantId, host, class: deliveryClass, n: 1, expiresAt }, timeline.now);
    this.#plan(Math.ceil(expiresAt / 1_000) * 1_000, () => this.#released(lane));
  }

  /** The lane's circuit closed here. */
  recovers(lane: Lane): void {
    this.#ready.recovers(lane.id, [lane.shard], this.#options.timeline.now);
    this.kick();
  }

  /** The subscription was paused, resumed, disabled or enabled. */
  changed(lane: Lane): void {
    this.#ready.reconsider(lane.id, [lane.shard], this.#options.timeline.now);
    this.kick();
  }

  /** A wake-up: the lane has new work. */
  hint(lane: Lane): void {
    if (this.#hinted.size === 0) {
      const { timeline } = this.#options;
      this.#plan(Math.ceil((timeline.now + 1) / hintMs) * hintMs, () => this.#search(this.#hinted));
    }
    this.#hinted.add(lane);
  }

  /** The lane may hold work that no hint told of: the next poll finds it. */
  overlook(lane: Lane): void {
    this.#unsearched.add(lane);
    if (this.#isPollPlanned) return;
    this.#isPollPlanned = true;
    const { timeline } = this.#options;
    this.#plan(Math.ceil((timeline.now + 1) / pollMs) * pollMs, () => {
      this.#isPollPlanned = false;
      this.#search(this.#unsearched);
    });
  }

  kick(): void {
    if (this.#isKicked) return;
    this.#isKicked = true;
    this.#plan(this.#options.timeline.now, () => {
      this.#isKicked = false;
      this.#round();
    });
  }

  #plan(moment: EpochMs, run: () => void): void {
    const { timeline } = this.#options;
    timeline.at(moment, () => {
      if (!this.#isAlive) return;
      if (timeline.now < this.#pausedUntil) this.#plan(this.#pausedUntil, run);
      else run();
    });
  }

  #everyMinute(): void {
    const { timeline, gatekeeper } = this.#options;
    this.#plan(timeline.now + forgetMs, () => {
      this.#options.onStore(this.#touched);
      this.#touched.clear();
      gatekeeper.forget(timeline.now);
      this.#everyMinute();
    });
  }

  /** Once a second while there is anything to do. */
  #planTick(): void {
    if (this.#isTickPlanned) return;
    this.#isTickPlanned = true;
    const { timeline, gatekeeper } = this.#options;
    this.#plan(timeline.now + tickMs, () => {
      this.#isTickPlanned = false;
      gatekeeper.tick?.(timeline.now);
      if (this.#ready.waitedForCount > 0) {
        this.#ready.wakeAll();
        this.kick();
      }
      if (gatekeeper.inFlight > 0 || this.#ready.waitedForCount > 0) this.#planTick();
    });
  }

  #search(lanes: Set<Lane>): void {
    const { timeline, ledger, owns } = this.#options;
    const searched = [...lanes].filter(owns);
    lanes.clear();
    for (const { lane, class: deliveryClass, firstDueAt } of ledger.discover(searched)) {
      const { id: laneId, tenantId, host, shard } = lane;
      this.#ready.discovered({ laneId, tenantId, host, shard, class: deliveryClass, firstDueAt }, timeline.now);
    }
    this.kick();
  }

  #round(): void {
    const { timeline, gatekeeper, config } = this.#options;
    if (this.#claims >= parallelClaims || gatekeeper.inFlight >= config.pool.size) return;
    const now = timeline.now;
    const { offered, admitted, moved } = this.#admit(now);
    if (admitted.length > 0) {
      for (const { work } of admitted) this.#ready.claim(work);
      this.#claims++;
      const begun = admitted.map(({ work }) => work.seen);
      this.#plan(now + this.#options.timing.claimMs, () => {
        this.#claims--;
        for (const [index, { work, grant }] of admitted.entries()) this.#claim(work, grant, begun[index] as number, now);
        this.kick();
      });
    }
    // There was more to offer than one round takes, and this one changed something.
    if (this.#ready.readyCount > 0 && (admitted.length > 0 || moved > 0) && offered > 0) this.kick();
    if (this.#ready.wakeMore()) this.kick();
    this.#sleepUntil(this.#ready.nextAt);
  }

  /** One round of admission over the ready work; whatever got nothing is put where it waits. */
  #admit(now: EpochMs): { offered: number; admitted: { work: Work; grant: Grant }[]; moved: number } {
    const { gatekeeper, owns, laneOf, observer, config } = this.#options;
    const offered = new Map<string, Work>();
    const offers: Offer[] = [];
    for (const work of this.#ready.offerable(config.pool.size - gatekeeper.inFlight, now)) {
      const lane = laneOf(work.laneId);
      if (lane.state === "deleted" || !owns(lane)) {
        this.#ready.drop(work);
        continue;
      }
      offered.set(`${work.laneId} ${work.class}`, work);
      offers.push(offerOf(lane, work));
    }
    if (offers.length === 0) return { offered: 0, admitted: [], moved: 0 };
    this.#planTick();
    const { grants, refusals } = gatekeeper.grant(offers, now);
    observer.decided(this.id, offers, grants, refusals, now);
    const admitted: { work: Work; grant: Grant }[] = [];
    for (const grant of grants) {
      const key = `${grant.laneId} ${grant.class}`;
      const work = offered.get(key);
      if (!work) continue;
      admitted.push({ work, grant });
      this.#touched.add(laneOf(work.laneId));
      offered.delete(key);
      // Not due, and core does not ask for it early: the recovery is over.
      if (work.firstDueAt > now && !grant.early) this.#ready.recovered(work.laneId);
    }
    let moved = 0;
    for (const refusal of refusals) {
      const work = offered.get(`${refusal.laneId} ${refusal.class}`);
      if (work && refusal.deadLetter) this.#deadLetter(work, refusal.n, now);
      if (work && this.#ready.refused(work, refusal, now)) moved++;
    }
    return { offered: offers.length, admitted, moved };
  }

  #claim(work: Work, grant: Grant, seenBefore: number, dueBefore: EpochMs): void {
    const { ledger, timeline, gatekeeper, config, nextToken, laneOf, observer } = this.#options;
    const now = timeline.now;
    const lane = laneOf(work.laneId);
    const token = nextToken();
    const lease = { token, expiresAt: now + config.lease_ms };
    const { newWork } = grant;
    const due = { after: work.dueAfter, before: grant.early ? Number.POSITIVE_INFINITY : dueBefore };
    const rows = newWork ? ledger.claim(lane, work.class, { ...due, after: newWork.dueAfter, latestFirst: true }, newWork.n, lease) : [];
    // What new work does not use goes to the oldest in the same claim.
    const oldest = ledger.claim(lane, work.class, due, grant.n - rows.length, lease);
    rows.push(...oldest);
    const unused = grant.n - rows.length;
    if (unused > 0) {
      gatekeeper.giveBack(grant, unused, now);
      observer.unused(this.id, grant, unused, now);
      this.#released(lane);
    }
    const head = work.class === "ordered" && rows.length === 0 ? ledger.orderedHead(lane) : null;
    if (head) this.#ready.postpone(work, Math.max(head.nextAttemptAt, now + headRetryMs));
    else if (!this.#ready.claimed(work, { isFull: unused === 0, lastDueAt: lastDueOf(oldest), seenBefore }, now)) this.overlook(lane);
    if (rows.length > 0) this.#tokens.set(token, rows.length);
    for (const delivery of rows) this.#deliver({ delivery, token, permit: grant });
  }

  #deliver({ delivery, token, permit }: Claimed): void {
    const { timeline, ledger, gatekeeper, config, endpointRandom, observer } = this.#options;
    const startedAt = timeline.now;
    const attempt: ObservedAttempt = { worker: this.id, delivery, number: delivery.attempt, startedAt };
    if (delivery.deadlineAt <= startedAt) {
      ledger.endClaimed(delivery, token, "expired", startedAt);
      this.#dropToken(token);
      gatekeeper.giveBack(permit, 1, startedAt);
      observer.unused(this.id, { ...permit, n: 1 }, 1, startedAt);
      this.#released(delivery.lane);
      return;
    }
    observer.began(attempt, startedAt);
    const exchange = withinDeadline(delivery.lane.endpoint.receive(startedAt, endpointRandom), config.deadline);
    this.#plan(startedAt + exchange.durationMs, () => {
      const classification = classify(exchange.result, timeline.now);
      this.#end({ delivery, token, permit }, { ...attempt, classification, exchange });
    });
  }

  /** The request ended. An ordered head keeps its permit until the ledger knows, which names the next head. */
  #end(claimed: Claimed, attempt: EndedAttempt): void {
    const { timeline, observer, config, random, settle, timing } = this.#options;
    const { delivery } = claimed;
    const { classification } = attempt;
    observer.ended(attempt, timeline.now);
    const isOrdered = delivery.class === "ordered";
    if (!isOrdered) this.#finish(claimed, attempt);
    const settlement = settle(
      {
        classification,
        attempt: attempt.number,
        lostAttempts: attempt.number - 1 - delivery.failures,
        class: delivery.class,
        mode: delivery.mode,
        deadlineAt: delivery.deadlineAt,
        prevDelayMs: delivery.prevDelayMs,
        retryPolicy: delivery.lane.retryPolicy ?? null,
        retryableStatuses: delivery.lane.retryableStatuses ?? null,
        now: timeline.now,
      },
      config,
      random,
    );
    this.#plan(timeline.now + timing.recordMs, () => {
      this.#record(claimed, attempt, settlement);
      if (isOrdered) this.#finish(claimed, attempt);
    });
  }

  #record({ delivery, token }: Claimed, attempt: EndedAttempt, settlement: ReturnType<Settle>): void {
    const { timeline, ledger, observer, onPending } = this.#options;
    const { classification } = attempt;
    const isFailure = !classification.success && classification.outcome !== "aborted";
    const counted = ledger.settle(delivery, token, settlement, isFailure, timeline.now);
    this.#dropToken(token);
    observer.settled(attempt, settlement, !counted, timeline.now);
    if (!counted) return;
    if (settlement.state === "pending" || delivery.class === "ordered") onPending(delivery.lane);
    if (settlement.state === "dead" && settlement.subscriptionEffect) this.#disable(delivery.lane);
  }

  #dropToken(token: number): void {
    const left = (this.#tokens.get(token) ?? 0) - 1;
    if (left > 0) this.#tokens.set(token, left);
    else this.#tokens.delete(token);
  }

  #disable(lane: Lane): void {
    const { ledger, timeline } = this.#options;
    lane.state = "disabled";
    ledger.endPending(lane, "subscription_disabled", timeline.now);
  }

  #finish({ permit }: Claimed, attempt: EndedAttempt): void {
    const { gatekeeper, timeline, observer } = this.#options;
    gatekeeper.finish(permit, attempt.classification, attempt.exchange.durationMs, timeline.now);
    observer.freed(attempt, timeline.now);
    this.#released(attempt.delivery.lane);
  }

  #deadLetter({ laneId }: Work, n: number, now: EpochMs): void {
    this.#options.ledger.deadLetter(this.#options.laneOf(laneId), n, now);
  }

  #released(lane: Lane): void {
    this.#ready.released({ laneId: lane.id, host: lane.host, tenantId: lane.tenantId });
    this.kick();
  }

  #sleepUntil(moment: EpochMs): void {
    const { timeline } = this.#options;
    if (moment === Number.POSITIVE_INFINITY || (this.#wakeAt <= moment && this.#wakeAt > timeline.now)) return;
    this.#wakeAt = Math.max(moment, timeline.now + 1);
    this.#plan(this.#wakeAt, () => this.kick());
  }
}

function offerOf(lane: Lane, { class: deliveryClass, firstDueAt, dueAfter, wanted }: Work): Offer {
  return {
    laneId: lane.id,
    tenantId: lane.tenantId,
    host: lane.host,
    class: deliveryClass,
    wanted: deliveryClass === "ordered" ? 1 : wanted,
    subscriptionState: lane.state,
    firstDueAt: Math.max(firstDueAt, dueAfter),
    ...(lane.laneCap === undefined ? {} : { laneCap: lane.laneCap }),
    ...(lane.hostCap === undefined ? {} : { hostCap: Math.max(1, Math.floor(lane.hostCap / (lane.hostWorkers ?? 1))) }),
    ...(lane.plan === undefined ? {} : { plan: lane.plan }),
    ...(lane.rateLimit === undefined ? {} : { rateLimit: lane.rateLimit }),
    ...(lane.emptyBudget === undefined ? {} : { emptyBudget: lane.emptyBudget }),
  };
}

function lastDueOf(rows: readonly Delivery[]): EpochMs | null {
  return rows.length === 0 ? null : Math.max(...rows.map(({ nextAttemptAt }) => nextAttemptAt));
}

import { backlogFloor } from "../backlog-floor/backlog-floor.ts";
import type { OpenedElsewhere } from "../circuit-breaker/stored-circuit.ts";
import { exportCircuit } from "../circuit-breaker/stored-circuit.ts";
import type { Classification } from "../classify/classification.ts";
import type { PolicyConfig } from "../config/policy-config.ts";
import { deal } from "../fair-share/deal.ts";
import { FairOrder } from "../fair-share/fair-order.ts";
import type { Permit } from "../policy/permit.ts";
import type { Refused } from "../policy/verdict.ts";
import type { Random } from "../random/random.ts";
import { sfc32 } from "../random/sfc32.ts";
import type { EpochMs } from "../time/durations.ts";
import { countArrivals } from "./arrivals.ts";
import { adoptHostOpening, adoptLaneOpening, followSickness } from "./circuits.ts";
import { Entries } from "./entries.ts";
import { type Explanation, explainLane } from "./explain.ts";
import { ForeignLeaseList } from "./foreign-lease-list.ts";
import { forgetIdle } from "./forget.ts";
import { type HostGauges, hostGauges, type WorkerGauges, workerGauges } from "./gauges.ts";
import { hold, holdForeign, release, releaseForeign } from "./holdings.ts";
import type { LaneEntry } from "./lane-entry.ts";
import { laneNumbers } from "./lane-numbers.ts";
import { picksOf, turnTaken } from "./lane-turn.ts";
import { isAnswering } from "./loads.ts";
import type { ForeignLeases, Grant, LaneFacts, Offer, Refusal } from "./offer.ts";
import { OpenGrants } from "./open-grants.ts";
import { createPolicies } from "./policies.ts";
import { grantOf, type LaneInRound, type OpenOffer, Round } from "./round.ts";
import { type AdmissionSnapshot, takeSnapshot } from "./snapshot.ts";
import { type AdmissionStep, type Ask, checkAll, type Site } from "./step.ts";
import { judgeFleet } from "./steps/circuit-steps.ts";
import { admissionSteps } from "./steps/index.ts";
import { exportEntry, restoreEntry, type StoredHost, type StoredLane } from "./stored-lane.ts";
import type { AdmissionTransition } from "./transition.ts";

export interface AdmissionOptions {
  /** Draws the jitter of open circuits; absent: a fixed sequence. */
  readonly random?: Random;
  /** Hears of every transition, within the call that made it. */
  readonly onTransition?: (transition: AdmissionTransition) => void;
  /** The policies in order; a decision costs one check of each. */
  readonly steps?: readonly AdmissionStep[];
}

/**
 * Who may send how much now. Holds the states of all policies for the lanes of one worker; decides, and does nothing else.
 * Every permit granted is ended exactly once: by {@link finish} when its attempt ended, or by {@link giveBack} when no row
 * was found for it.
 */
export class Admission {
  readonly #steps: readonly AdmissionStep[];
  readonly #site: Site;
  readonly #entries: Entries;
  readonly #grants = new OpenGrants();
  readonly #order = new FairOrder();
  readonly #foreignLeases = new ForeignLeaseList();

  constructor(config: PolicyConfig, { random = sfc32(0), onTransition = () => {}, steps = admissionSteps }: AdmissionOptions = {}) {
    this.#steps = steps;
    const policies = createPolicies(config, random);
    this.#entries = new Entries(policies);
    this.#site = { policies, entries: this.#entries, emit: onTransition };
  }

  /**
   * One round: permits are dealt in turns over tenants and lanes, first within fair shares, then what is left over to
   * whoever wants it. For each permit all policies are checked and then all are taken, so a refusal leaks nothing.
   * Costs one step per offer and per permit granted, and the sorting of the offers by their turns.
   *
   * Not every lane with due work has to be offered each time: a place in line is kept until the lane is forgotten.
   *
   * @returns grants and refusals in the order of the offers, at most one of each per offer; an offer that got less than it
   * wanted has a refusal, too
   */
  grant(offers: readonly Offer[], now: EpochMs): { grants: Grant[]; refusals: Refusal[] } {
    this.#releaseExpired(now);
    const round = new Round(offers, this.#entries, now);
    for (const lane of round.lanes) this.#measure(lane, round.laneCapOf(lane), now);
    this.#dealRound(round, false, now);
    if (round.reopenLendable()) this.#dealRound(round, true, now);
    const grants = round.granted().map((open) => grantOf(open, this.#grants.add(openGrantOf(open)), now));
    return { grants, refusals: round.refusals() };
  }

  /** `n` permits of a grant found no row: all policies are as if these had never been taken. Unknown permits change nothing. */
  giveBack(permit: Permit, n: number, now: EpochMs): void {
    const { floor } = this.#site.policies.config;
    for (let i = 0; i < n; i++) {
      const held = this.#grants.takeOne(permit);
      if (!held) return;
      release(this.#entries, placeOf(held));
      for (const step of this.#steps) step.giveBack?.(this.#site, held, now);
      const { lane } = held;
      if (held.isByAge) lane.floor = backlogFloor.giveBack(lane.floor, floor);
      if (held.hasNewWork) lane.floor = backlogFloor.missed(lane.floor, now, { class: "first", share: "new", dueAfter: null });
      followSickness(this.#site, lane, now);
    }
  }

  /**
   * One attempt ended. The permit is the grant it came from.
   *
   * @param durationMs from the first byte of work on the connection to the end of reading
   * @returns false, and nothing changes, when no such permit is held
   */
  finish(permit: Permit, classification: Classification, durationMs: number, now: EpochMs): boolean {
    const held = this.#grants.takeOne(permit);
    if (!held) return false;
    release(this.#entries, placeOf(held));
    for (const step of this.#steps) step.finish?.(this.#site, held, { classification, durationMs }, now);
    this.#measure(held.lane, held.facts.laneCap, now);
    return true;
  }

  /** `n` deliveries arrived for the lane: accepted, neither replayed nor retried. Its size and its budgets are measured from it. */
  arrived(laneId: string, n: number, now: EpochMs): void {
    countArrivals(this.#site, laneId, n, now);
  }

  /** Rows claimed under a permit weigh this many body bytes, which the host's bytes per second are charged with. */
  weighed({ host }: Pick<Permit, "host">, bytes: number, now: EpochMs): void {
    const entry = this.#entries.hosts.get(host);
    if (entry && bytes > 0)
      entry.bytes = this.#site.policies.hostBytes.charge(entry.bytes ?? this.#site.policies.hostBytes.initial(), now, bytes);
  }

  /**
   * Counts leases that *other* workers hold, found when a shard was taken over, until they expire. They count for the
   * lane and the host, over their caps if need be, and not for this worker's pool.
   */
  seed(leases: ForeignLeases, now: EpochMs): void {
    if (leases.n <= 0 || leases.expiresAt <= now) return;
    const lane = this.#entries.lanes.get(leases.laneId) ?? this.#entries.laneAt(leases.laneId, leases.tenantId, leases.host, now);
    const place = { lane, host: this.#entries.host(leases.host), tenantId: leases.tenantId, isOrdered: leases.class === "ordered" };
    for (let i = 0; i < leases.n; i++) holdForeign(this.#entries, place);
    this.#foreignLeases.add({ expiresAt: leases.expiresAt, release: () => this.#releaseForeign(place, leases.n) });
  }

  /** What happens by time alone: to be called about each second. */
  tick(now: EpochMs): void {
    this.#releaseExpired(now);
    judgeFleet(this.#site, now);
  }

  /**
   * Forgets what is over, to be called now and then (each minute is plenty): memory follows the lanes in use. A lane stays
   * while its proven rate counts (7 days) or its circuit has not recovered; one that is deleted or not owned any more is
   * for {@link dropLane}.
   */
  forget(now: EpochMs): void {
    this.tick(now);
    forgetIdle(this.#site, now);
  }

  /**
   * A circuit opened in another worker: it is open here, too, at once. To be called for lanes and hosts that this worker may
   * send to. Closings are not adopted: each worker needs a successful probe of its own.
   */
  adoptOpen(news: OpenedElsewhere & { readonly scope: "lane" | "host"; readonly id: string }, now: EpochMs): void {
    if (news.scope === "host") adoptHostOpening(this.#site, news.id, news, now);
    else adoptLaneOpening(this.#site, news.id, news, now);
  }

  /** How many workers share the tenants' plans and the fleet's retry budget, this one included. */
  setLiveWorkers(n: number): void {
    this.#entries.worker.liveWorkers = Math.max(1, n);
  }

  /** What to store of a lane, each minute and when its circuit changed; null when nothing is known of it. */
  exportLane(laneId: string, now: EpochMs): StoredLane | null {
    const lane = this.#entries.lanes.get(laneId);
    return lane ? exportEntry(this.#site, lane, now) : null;
  }

  /** A lane as it was stored, after a restart or when its shard was taken over. @returns false when it has permits in flight here: what is known then is newer */
  restoreLane(laneId: string, stored: StoredLane, now: EpochMs): boolean {
    const lane = this.#entries.lane(laneId, now);
    if (lane.own > 0) return false;
    restoreEntry(this.#site, lane, stored, now);
    followSickness(this.#site, lane, now);
    return true;
  }

  /** Forgets a lane that was deleted or that this worker no longer owns. @returns what to store of it; it stays while it has permits in flight */
  dropLane(laneId: string, now: EpochMs): StoredLane | null {
    const lane = this.#entries.lanes.get(laneId);
    if (!lane) return null;
    const stored = exportEntry(this.#site, lane, now);
    if (lane.held === 0) this.#entries.dropLane(lane);
    return stored;
  }

  /** A host's circuit and recovery as they are stored; null when it has none, as a host with a single lane. */
  exportHost(host: string): StoredHost | null {
    const { breaker, ramp = null } = this.#entries.hosts.get(host) ?? {};
    return breaker ? { ...exportCircuit(breaker), ramp: this.#site.policies.ramp.export(ramp) } : null;
  }

  restoreHost(host: string, stored: StoredHost, now: EpochMs): void {
    const entry = this.#entries.host(host);
    if (entry.inFlight > 0) return;
    const { hostBreaker, ramp } = this.#site.policies;
    entry.breaker = hostBreaker.restore(stored, now);
    entry.ramp = ramp.restore(stored.ramp ?? null, now);
  }

  /** Permits of this worker in flight. */
  get inFlight(): number {
    return this.#entries.worker.inFlight;
  }

  /** Permits that a lane holds, foreign leases included. */
  laneInFlight(laneId: string): number {
    return this.#entries.lanes.get(laneId)?.held ?? 0;
  }

  /**
   * What every policy says of a lane's next permit, in order, and where the lane stands: for people who ask why. Changes
   * nothing.
   *
   * @param facts what is known of the subscription; what is absent is taken as without a limit
   */
  explain(laneId: string, now: EpochMs, facts: Partial<LaneFacts> = {}): Explanation {
    return explainLane(this.#site, this.#steps, laneId, now, facts);
  }

  /** Where the worker as a whole stands. Costs the same however many lanes there are. */
  workerGauges(now: EpochMs): WorkerGauges {
    return workerGauges(this.#site, now);
  }

  /** Where a host stands; null when nothing is known of it. */
  hostGauges(host: string, now: EpochMs): HostGauges | null {
    return hostGauges(this.#site, host, now);
  }

  /** Costs as much as there are states: for people and tests, not for decisions. */
  snapshot(): AdmissionSnapshot {
    return takeSnapshot(this.#site);
  }

  #dealRound(round: Round, lending: boolean, now: EpochMs): void {
    deal(round.lanesIn(this.#order), (lane) => this.#serve(lane, round, lending, now));
  }

  /** Grants one permit to the lane, to the first of its picks that all policies agree to. */
  #serve(inRound: LaneInRound, round: Round, lending: boolean, now: EpochMs): boolean {
    const { floor } = this.#site.policies.config;
    for (const { open, isNew } of picksOf(inRound, now, floor)) {
      if (open.refused) continue;
      open.refused = this.#takeOne(open, round, lending, now);
      if (open.refused) continue;
      open.granted++;
      if (isNew) open.grantedNew++;
      turnTaken(inRound, open, floor);
      return true;
    }
    return false;
  }

  /** @returns null when the permit was taken, the first refusal otherwise */
  #takeOne(open: OpenOffer, round: Round, lending: boolean, now: EpochMs): Refused | null {
    const { facts, lane, host } = open;
    const ask: Ask = {
      facts,
      class: facts.class,
      lane,
      host,
      activeLanesOfHost: round.activeLanesOfHost(host),
      activeTenants: round.activeTenants,
      lending,
      receipt: open,
    };
    const verdict = checkAll(this.#steps, this.#site, ask, now);
    if (!verdict.ok) return verdict;
    for (const step of this.#steps) step.take?.(this.#site, ask, now);
    hold(this.#entries, placeOf(open));
    followSickness(this.#site, lane, now);
    this.#order.served(lane, this.#entries.tenant(facts.tenantId));
    lane.lastClass = facts.class;
    return null;
  }

  /** Computes the lane's size anew when it is time. */
  #measure(lane: LaneEntry, planCap: number | undefined, now: EpochMs): void {
    if (now >= laneNumbers.recomputeAt(lane.numbers)) {
      const ask = { planCap, isAnswering: isAnswering(this.#site, lane, now) };
      lane.size = this.#site.policies.sizing.tick(lane.size, now, lane.held, ask, lane.traffic);
    }
    followSickness(this.#site, lane, now);
  }

  #releaseExpired(now: EpochMs): void {
    for (const { release: end } of this.#foreignLeases.takeExpired(now)) end();
  }

  #releaseForeign(place: Parameters<typeof releaseForeign>[1], n: number): void {
    for (let i = 0; i < n; i++) releaseForeign(this.#entries, place);
  }
}

function placeOf({ lane, host, facts }: Pick<OpenOffer, "lane" | "host"> & { facts: LaneFacts }) {
  return { lane, host, tenantId: facts.tenantId, isOrdered: facts.class === "ordered" };
}

function openGrantOf(open: OpenOffer) {
  const { facts, lane, host, laneGeneration, hostGeneration, floorCharges, levelCharges, granted, grantedNew } = open;
  const receipt = { laneGeneration, hostGeneration, floorCharges, levelCharges };
  return { facts, lane, host, ...receipt, left: granted, isByAge: facts.firstDueAt !== undefined, hasNewWork: grantedNew > 0 };
}

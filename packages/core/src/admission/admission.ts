import type { Classification } from "../classify/classification.ts";
import type { PolicyConfig } from "../config/policy-config.ts";
import { deal } from "../fair-share/deal.ts";
import { FairOrder } from "../fair-share/fair-order.ts";
import type { Permit } from "../policy/permit.ts";
import type { Refused } from "../policy/verdict.ts";
import type { EpochMs } from "../time/durations.ts";
import { ForeignLeaseList } from "./foreign-lease-list.ts";
import type { ForeignLeases, Grant, Offer, Refusal } from "./offer.ts";
import { PermitBook } from "./permit-book.ts";
import { type LaneInRound, Round } from "./round.ts";
import { type AdmissionStep, type Ask, checkAll } from "./step.ts";
import { admissionSteps } from "./steps.ts";

/** Plain JSON data for metrics and for people. */
export interface AdmissionSnapshot {
  readonly pool: { readonly inFlight: number; readonly size: number };
  /** Permits counted for leases of other workers. */
  readonly foreign: number;
  /** Tenant → permits in this worker. */
  readonly tenants: Record<string, number>;
  /** Policy → key (lane, host, …) → state; what is idle is absent. */
  readonly policies: Record<string, Record<string, unknown>>;
}

/**
 * Who may send how much now. Holds the states of all policies for the lanes of one worker; decides, and does nothing else.
 * Every permit granted is ended exactly once: by {@link finish} when its attempt ended, or by {@link giveBack} when no row
 * was found for it.
 */
export class Admission {
  readonly #steps: readonly AdmissionStep[];
  /** The steps that also follow other workers' attempts. */
  readonly #fleetSteps: readonly AdmissionStep[];
  readonly #poolSize: number;
  readonly #book = new PermitBook();
  readonly #order = new FairOrder();
  readonly #foreignLeases = new ForeignLeaseList();

  /** @param steps the policies in order; a decision costs one check of each */
  constructor(config: PolicyConfig, steps: readonly AdmissionStep[] = admissionSteps(config)) {
    this.#steps = steps;
    this.#fleetSteps = steps.filter(({ scope }) => scope === "fleet");
    this.#poolSize = config.pool.size;
  }

  /**
   * One round: permits are dealt in turns over tenants and lanes, first within fair shares, then what is left over to
   * whoever wants it. For each permit all policies are checked and then all are taken, so a refusal leaks nothing.
   * Costs one step per offer and per permit granted.
   *
   * Offer every lane that has due work each time: who does not ask loses the place in line.
   *
   * @returns grants and refusals in the order of the offers; an offer that got less than it wanted has a refusal, too
   */
  grant(offers: readonly Offer[], now: EpochMs): { grants: Grant[]; refusals: Refusal[] } {
    this.#releaseExpired(now);
    const round = new Round(offers, this.#book);
    this.#dealRound(round, false, now);
    if (round.reopenLendable()) this.#dealRound(round, true, now);
    return { grants: round.grants(), refusals: round.refusals() };
  }

  /** `n` permits of a grant found no row: all policies are as if these had never been taken. Unknown permits change nothing. */
  giveBack(permit: Permit, n: number, now: EpochMs): void {
    for (let i = 0; i < n && this.#book.release(permit); i++) for (const step of this.#steps) step.giveBack(permit, now);
  }

  /**
   * One attempt ended. The permit (or the grant it came from) says where it was taken.
   *
   * @returns false, and nothing changes, when no such permit is held
   */
  finish(permit: Permit, classification: Classification, durationMs: number, now: EpochMs): boolean {
    if (!this.#book.release(permit)) return false;
    for (const step of this.#steps) step.finish({ permit, classification, durationMs }, now);
    return true;
  }

  /**
   * Counts leases that *other* workers hold, found when a shard was taken over, until they expire. They count for the
   * lane and the host, over their caps if need be, and not for this worker's pool.
   */
  seed(leases: ForeignLeases, now: EpochMs): void {
    if (leases.n <= 0 || leases.expiresAt <= now) return;
    const ask: Ask = { ...foreignAsk, laneId: leases.laneId, tenantId: leases.tenantId, host: leases.host, class: leases.class };
    for (let i = 0; i < leases.n; i++) for (const step of this.#fleetSteps) step.take(ask, now);
    this.#book.takeForeign(leases, leases.n);
    this.#foreignLeases.add(leases);
  }

  /** Forgets what is over, to be called now and then (each minute is plenty): memory follows the lanes in use. */
  forget(now: EpochMs): void {
    this.#releaseExpired(now);
    for (const step of this.#steps) step.forget(now);
  }

  /** Permits of this worker in flight. */
  get inFlight(): number {
    return this.#book.own;
  }

  /** Permits that a lane holds, foreign leases included. */
  laneInFlight(laneId: string): number {
    return this.#book.heldByLane(laneId);
  }

  /** Costs as much as there are states: for metrics and screens, not for decisions. */
  snapshot(): AdmissionSnapshot {
    return {
      pool: { inFlight: this.#book.own, size: this.#poolSize },
      foreign: this.#book.foreign,
      tenants: Object.fromEntries(this.#book.tenants),
      policies: Object.fromEntries(this.#steps.map((step) => [step.name, step.states()])),
    };
  }

  #dealRound(round: Round, lending: boolean, now: EpochMs): void {
    const lanes = round.lanesIn(this.#order.line(round.byTenant));
    deal(lanes, (lane) => this.#serve(lane, round, lending, now));
  }

  /** Grants one permit to the lane, to the first of its offers that all policies agree to. */
  #serve({ offers }: LaneInRound, round: Round, lending: boolean, now: EpochMs): boolean {
    for (const [index, open] of offers.entries()) {
      if (open.refused || open.granted >= open.wanted) continue;
      open.refused = this.#takeOne(open.offer, round, lending, now);
      if (open.refused) continue;
      open.granted++;
      // The lane's next turn begins with its next class.
      offers.push(...offers.splice(0, index + 1));
      return true;
    }
    return false;
  }

  /** @returns null when the permit was taken, the first refusal otherwise */
  #takeOne(offer: Offer, round: Round, lending: boolean, now: EpochMs): Refused | null {
    const { laneId, tenantId, host } = offer;
    const ask: Ask = {
      laneId,
      tenantId,
      host,
      class: offer.class,
      subscriptionState: offer.subscriptionState,
      laneCap: offer.laneCap,
      hostCap: offer.hostCap,
      heldByLaneAtHost: this.#book.heldByLaneAtHost(laneId, host),
      activeLanesOfHost: round.activeLanesOfHost(host),
      heldByTenant: this.#book.heldByTenant(tenantId),
      activeTenants: round.activeTenants,
      lending,
    };
    const verdict = checkAll(this.#steps, ask, now);
    if (!verdict.ok) return verdict;
    for (const step of this.#steps) step.take(ask, now);
    this.#book.take(ask);
    this.#order.served(tenantId, laneId, offer.class);
    return null;
  }

  #releaseExpired(now: EpochMs): void {
    for (const leases of this.#foreignLeases.takeExpired(now)) {
      for (let i = 0; i < leases.n; i++) for (const step of this.#fleetSteps) step.giveBack(leases, now);
      this.#book.releaseForeign(leases, leases.n);
    }
  }
}

/** What policies are told of an attempt that another worker makes. */
const foreignAsk = {
  subscriptionState: "active",
  laneCap: undefined,
  hostCap: undefined,
  heldByLaneAtHost: 0,
  activeLanesOfHost: 1,
  heldByTenant: 0,
  activeTenants: 1,
  lending: true,
} as const;

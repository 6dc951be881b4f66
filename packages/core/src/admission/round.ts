import { newWorkMs } from "../backlog-floor/backlog-floor.ts";
import type { FairOrder } from "../fair-share/fair-order.ts";
import { type DeliveryClass, deliveryClasses } from "../policy/delivery-class.ts";
import type { Refused } from "../policy/verdict.ts";
import { onVerdict } from "../retry-budget/retry-budget.ts";
import type { EpochMs } from "../time/durations.ts";
import type { Entries, TenantEntry } from "./entries.ts";
import { heldByLaneAt } from "./holdings.ts";
import type { HostEntry } from "./host-entry.ts";
import type { LaneEntry } from "./lane-entry.ts";
import type { Grant, Offer, Refusal } from "./offer.ts";
import type { Held } from "./step.ts";

/** One offer while a round lasts. */
export interface OpenOffer extends Held {
  readonly facts: Offer;
  readonly wanted: number;
  granted: number;
  /** Of these, for new work. */
  grantedNew: number;
  /** The latest no; null while the offer may still take permits. */
  refused: Refused | null;
}

/** A lane in a round. */
export interface LaneInRound {
  readonly lane: LaneEntry;
  /** In the order of its next turn: by age where ages are known, otherwise by class. */
  readonly offers: OpenOffer[];
  readonly isByAge: boolean;
}

/** A lane's offers in the order in which they were made. */
interface AskingLane {
  readonly lane: LaneEntry;
  readonly offers: OpenOffer[];
}

interface AskingTenant {
  readonly tenant: TenantEntry;
  readonly lanes: Map<string, AskingLane>;
}

/** The offers of one round, by tenant and lane, and the counts that fair shares are taken from. */
export class Round {
  readonly activeTenants: number;
  readonly #byTenant = new Map<string, AskingTenant>();
  readonly #offers: OpenOffer[] = [];
  readonly #activeLanesOfHost = new Map<HostEntry, number>();

  constructor(offers: readonly Offer[], entries: Entries, now: EpochMs) {
    const counted = new Set<LaneEntry>();
    let newTenants = 0;
    for (const facts of offers) {
      const wanted = Math.floor(facts.wanted);
      if (!(wanted > 0)) continue;
      const lane = entries.laneAt(facts.laneId, facts.tenantId, facts.host, now);
      const open = openOffer(facts, wanted, lane, lane.host as HostEntry);
      this.#offers.push(open);
      lane.askedAt = now;
      const tenant = entries.tenant(facts.tenantId);
      if (this.#file(open, tenant) && tenant.held === 0) newTenants++;
      if (facts.subscriptionState === "active") this.#countLane(open, counted);
    }
    this.activeTenants = entries.worker.holdingTenants + newTenants;
  }

  get lanes(): Iterable<LaneEntry> {
    return new Set(this.#offers.map(({ lane }) => lane));
  }

  /** The plan's cap of a lane, as its first offer says. */
  laneCapOf(lane: LaneEntry): number | undefined {
    return this.#byTenant.get(lane.tenantId)?.lanes.get(lane.id)?.offers[0]?.facts.laneCap;
  }

  activeLanesOfHost(host: HostEntry): number {
    return this.#activeLanesOfHost.get(host) ?? 0;
  }

  /** The lanes in their fair order, each with its open offers. */
  lanesIn(order: FairOrder): { members: LaneInRound[] }[] {
    return order
      .line(this.#byTenant.values(), ({ tenant }) => tenant)
      .map(({ lanes }) => ({
        members: order
          .line(lanes.values(), ({ lane }) => lane)
          .map(({ lane, offers }) => {
            const isByAge = offers.every(({ facts }) => facts.firstDueAt !== undefined);
            return { lane, isByAge, offers: isByAge ? byAge(offers) : byTurn(offers, lane.lastClass) };
          }),
      }));
  }

  /** Opens again what only a fair share refused. @returns whether there is any */
  reopenLendable(): boolean {
    let isAny = false;
    for (const open of this.#offers) {
      if (!open.refused?.lendable) continue;
      open.refused = null;
      isAny = true;
    }
    return isAny;
  }

  /** What was granted, in the order of the offers. */
  granted(): OpenOffer[] {
    return this.#offers.filter(({ granted }) => granted > 0);
  }

  refusals(): Refusal[] {
    const refusals: Refusal[] = [];
    for (const { facts, wanted, granted, refused } of this.#offers) {
      if (!refused) continue;
      const { reason, until, endedBy } = refused;
      const isDead = reason === "retry_budget" && onVerdict(refused, facts.emptyBudget ?? "defer").kind === "dead_letter";
      refusals.push({ ...permitOf(facts), n: wanted - granted, reason, until, endedBy, ...(isDead && { deadLetter: true }) } as Refusal);
    }
    return refusals;
  }

  /** @returns whether the tenant is new to the round */
  #file(open: OpenOffer, tenant: TenantEntry): boolean {
    const { tenantId, laneId } = open.facts;
    const known = this.#byTenant.get(tenantId);
    const asking = known ?? { tenant, lanes: new Map<string, AskingLane>() };
    if (!known) this.#byTenant.set(tenantId, asking);
    const ofLane = asking.lanes.get(laneId);
    if (ofLane) ofLane.offers.push(open);
    else asking.lanes.set(laneId, { lane: open.lane, offers: [open] });
    return !known;
  }

  /** A lane points at one host; one that is offered at two while it moves counts at the first. */
  #countLane({ lane, host }: OpenOffer, counted: Set<LaneEntry>): void {
    if (counted.has(lane)) return;
    counted.add(lane);
    const isNew = heldByLaneAt(lane, host) === 0;
    this.#activeLanesOfHost.set(host, (this.#activeLanesOfHost.get(host) ?? host.holding) + (isNew ? 1 : 0));
  }
}

function openOffer(facts: Offer, wanted: number, lane: LaneEntry, host: HostEntry): OpenOffer {
  const receipt = { laneGeneration: 0, hostGeneration: 0, floorCharges: 0, levelCharges: 0 };
  return { facts, wanted, lane, host, ...receipt, granted: 0, grantedNew: 0, refused: null };
}

/** The grant that an open offer came to. */
export function grantOf({ facts, granted, grantedNew, lane }: OpenOffer, grantId: number, now: EpochMs): Grant {
  const hasOldWork = facts.firstDueAt !== undefined && facts.firstDueAt <= now - newWorkMs;
  const isEarly = lane.rare.ramp !== null && facts.class === "retry";
  return {
    ...permitOf(facts),
    grantId,
    n: granted,
    ...(grantedNew > 0 && hasOldWork && { newWork: { n: grantedNew, dueAfter: now - newWorkMs } }),
    ...(isEarly && { early: true }),
  };
}

function permitOf({ laneId, tenantId, host, class: deliveryClass }: Offer) {
  return { laneId, tenantId, host, class: deliveryClass };
}

const place = ({ facts }: OpenOffer) => deliveryClasses.indexOf(facts.class);

function byAge(offers: OpenOffer[]): OpenOffer[] {
  if (offers.length === 1) return offers;
  return [...offers].sort((a, b) => (a.facts.firstDueAt as number) - (b.facts.firstDueAt as number) || place(a) - place(b));
}

function byTurn(offers: OpenOffer[], lastClass: DeliveryClass | null): OpenOffer[] {
  if (offers.length === 1) return offers;
  const classes = deliveryClasses.length;
  const next = lastClass === null ? 0 : deliveryClasses.indexOf(lastClass) + 1;
  const distance = (open: OpenOffer) => (place(open) - next + classes) % classes;
  return [...offers].sort((a, b) => distance(a) - distance(b));
}

import type { TenantPlace } from "../fair-share/fair-order.ts";
import { type DeliveryClass, deliveryClasses } from "../policy/delivery-class.ts";
import type { Refused } from "../policy/verdict.ts";
import type { Grant, Offer, Refusal } from "./offer.ts";
import type { PermitBook } from "./permit-book.ts";

/** One offer while a round lasts. */
export interface OpenOffer {
  readonly offer: Offer;
  readonly wanted: number;
  granted: number;
  /** The latest no; null while the offer may still take permits. */
  refused: Refused | null;
}

/** A lane in a round, its offers in the order of its next turn. */
export interface LaneInRound {
  readonly laneId: string;
  readonly offers: OpenOffer[];
}

type LanesOfTenant = Map<string, OpenOffer[]>;

/** The offers of one round, by tenant and lane, and the counts that fair shares are taken from. */
export class Round {
  readonly byTenant = new Map<string, LanesOfTenant>();
  readonly activeTenants: number;
  readonly #offers: OpenOffer[] = [];
  readonly #activeLanesOfHost = new Map<string, number>();

  constructor(offers: readonly Offer[], book: PermitBook) {
    const counted = new Map<string, Set<string>>();
    let newTenants = 0;
    for (const offer of offers) {
      const wanted = Math.floor(offer.wanted);
      if (!(wanted > 0)) continue;
      const open = { offer, wanted, granted: 0, refused: null };
      this.#offers.push(open);
      if (this.#file(open) && book.heldByTenant(offer.tenantId) === 0) newTenants++;
      if (offer.subscriptionState === "active") this.#countLane(offer, book, counted);
    }
    this.activeTenants = book.tenants.size + newTenants;
  }

  activeLanesOfHost(host: string): number {
    return this.#activeLanesOfHost.get(host) ?? 0;
  }

  /** The lanes in their fair order, each with its open offers, beginning with the class after the one served last. */
  lanesIn(line: readonly TenantPlace[]): { members: LaneInRound[] }[] {
    return line.map(({ tenantId, lanes }) => ({
      members: lanes.map(({ laneId, lastClass }) => {
        const offers = this.byTenant.get(tenantId)?.get(laneId) ?? [];
        return { laneId, offers: byTurn(offers, lastClass) };
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

  grants(): Grant[] {
    const grants: Grant[] = [];
    for (const { offer, granted } of this.#offers) if (granted > 0) grants.push({ ...permitOf(offer), n: granted });
    return grants;
  }

  refusals(): Refusal[] {
    const refusals: Refusal[] = [];
    for (const { offer, wanted, granted, refused } of this.#offers) {
      if (!refused) continue;
      const { reason, until, endedBy } = refused;
      refusals.push({ ...permitOf(offer), n: wanted - granted, reason, until, endedBy });
    }
    return refusals;
  }

  /** @returns whether the tenant is new to the round */
  #file(open: OpenOffer): boolean {
    const { tenantId, laneId } = open.offer;
    const lanes = this.byTenant.get(tenantId);
    if (!lanes) {
      this.byTenant.set(tenantId, new Map([[laneId, [open]]]));
      return true;
    }
    const offers = lanes.get(laneId);
    if (offers) offers.push(open);
    else lanes.set(laneId, [open]);
    return false;
  }

  #countLane({ laneId, host }: Offer, book: PermitBook, counted: Map<string, Set<string>>): void {
    const lanes = counted.get(host) ?? new Set();
    if (lanes.has(laneId)) return;
    counted.set(host, lanes.add(laneId));
    const isNew = book.heldByLaneAtHost(laneId, host) === 0;
    this.#activeLanesOfHost.set(host, (this.#activeLanesOfHost.get(host) ?? book.lanesAtHost(host)) + (isNew ? 1 : 0));
  }
}

function permitOf({ laneId, tenantId, host, class: deliveryClass }: Offer) {
  return { laneId, tenantId, host, class: deliveryClass };
}

function byTurn(offers: OpenOffer[], lastClass: DeliveryClass | null): OpenOffer[] {
  if (offers.length === 1) return offers;
  const classes = deliveryClasses.length;
  const next = lastClass === null ? 0 : deliveryClasses.indexOf(lastClass) + 1;
  const distance = ({ offer }: OpenOffer) => (deliveryClasses.indexOf(offer.class) - next + classes) % classes;
  return [...offers].sort((a, b) => distance(a) - distance(b));
}

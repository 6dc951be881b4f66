import type { DeliveryClass } from "../policy/delivery-class.ts";

/** A lane at its place in a tenant's line, with the class it was last served. */
export interface LanePlace {
  readonly laneId: string;
  readonly lastClass: DeliveryClass | null;
}

export interface TenantPlace {
  readonly tenantId: string;
  readonly lanes: LanePlace[];
}

/** Who asks: tenant → its asking lanes. */
export type Asking = ReadonlyMap<string, { has(laneId: string): boolean; keys(): Iterable<string> }>;

/**
 * Whose turn it is, kept between rounds: tenants first, then each tenant's lanes, so a tenant with 5,000 lanes is one
 * tenant. Who was served goes to the end of the line; who asked in vain keeps the place, and so gets what frees up next.
 *
 * This is deficit round robin (Shreedhar and Varghese, 1995) where each permit costs one and the quantum is one: no
 * deficit outlives a turn, and what remains of it is the order.
 */
export class FairOrder {
  // A Map keeps the order of insertion: deleting and setting a key moves it to the end.
  readonly #tenants = new Map<string, Map<string, DeliveryClass | null>>();

  /**
   * The line for one round. Newcomers join at the end; who does not ask any more has left. Costs as much as there are
   * members, and each member was put here by one offer.
   */
  line(asking: Asking): TenantPlace[] {
    for (const [tenantId, lanes] of asking) this.#join(tenantId, lanes.keys());
    const line: TenantPlace[] = [];
    for (const [tenantId, members] of this.#tenants) {
      const lanes = asking.get(tenantId);
      if (!lanes) {
        this.#tenants.delete(tenantId);
        continue;
      }
      const places: LanePlace[] = [];
      for (const [laneId, lastClass] of members) {
        if (lanes.has(laneId)) places.push({ laneId, lastClass });
        else members.delete(laneId);
      }
      line.push({ tenantId, lanes: places });
    }
    return line;
  }

  /** A permit was granted: the lane and its tenant go to the end of their lines. */
  served(tenantId: string, laneId: string, deliveryClass: DeliveryClass): void {
    const members = this.#tenants.get(tenantId);
    if (!members) return;
    members.delete(laneId);
    members.set(laneId, deliveryClass);
    this.#tenants.delete(tenantId);
    this.#tenants.set(tenantId, members);
  }

  #join(tenantId: string, laneIds: Iterable<string>): void {
    const members = this.#tenants.get(tenantId) ?? new Map<string, DeliveryClass | null>();
    this.#tenants.set(tenantId, members);
    for (const laneId of laneIds) if (!members.has(laneId)) members.set(laneId, null);
  }
}

import type { Permit } from "../policy/permit.ts";

/** Permits of one lane at one host. Ordered heads are counted apart, since they are released apart. */
interface Holding {
  readonly tenantId: string;
  own: number;
  ownOrdered: number;
  foreign: number;
}

/**
 * Who holds how many permits where. The book stands before the policies: a release that it does not know never reaches
 * them, so a late or doubled one changes nothing. Every entry is deleted when its count is 0.
 */
export class PermitBook {
  /** Lane → host → holding; more than one host only while a subscription moves. */
  readonly #lanes = new Map<string, Map<string, Holding>>();
  readonly #lanesByHost = new Map<string, number>();
  readonly #tenants = new Map<string, number>();
  #own = 0;
  #foreign = 0;

  /** Permits of this worker. */
  get own(): number {
    return this.#own;
  }

  /** Permits of other workers' leases. */
  get foreign(): number {
    return this.#foreign;
  }

  get tenants(): ReadonlyMap<string, number> {
    return this.#tenants;
  }

  heldByLaneAtHost(laneId: string, host: string): number {
    const holding = this.#lanes.get(laneId)?.get(host);
    return holding ? holding.own + holding.foreign : 0;
  }

  heldByLane(laneId: string): number {
    let held = 0;
    for (const { own, foreign } of this.#lanes.get(laneId)?.values() ?? []) held += own + foreign;
    return held;
  }

  /** How many lanes hold permits of the host. */
  lanesAtHost(host: string): number {
    return this.#lanesByHost.get(host) ?? 0;
  }

  heldByTenant(tenantId: string): number {
    return this.#tenants.get(tenantId) ?? 0;
  }

  take(permit: Permit): void {
    const holding = this.#holdingOf(permit);
    holding.own++;
    if (permit.class === "ordered") holding.ownOrdered++;
    this.#tenants.set(permit.tenantId, this.heldByTenant(permit.tenantId) + 1);
    this.#own++;
  }

  /** @returns false, and nothing changes, when this worker holds no such permit */
  release(permit: Permit): boolean {
    const holding = this.#lanes.get(permit.laneId)?.get(permit.host);
    if (holding?.tenantId !== permit.tenantId) return false;
    const isOrdered = permit.class === "ordered";
    if ((isOrdered ? holding.ownOrdered : holding.own - holding.ownOrdered) === 0) return false;
    holding.own--;
    if (isOrdered) holding.ownOrdered--;
    const heldByTenant = this.heldByTenant(permit.tenantId);
    if (heldByTenant === 1) this.#tenants.delete(permit.tenantId);
    else this.#tenants.set(permit.tenantId, heldByTenant - 1);
    this.#own--;
    this.#dropEmpty(permit, holding);
    return true;
  }

  takeForeign(permit: Permit, n: number): void {
    this.#holdingOf(permit).foreign += n;
    this.#foreign += n;
  }

  /** Only for what {@link takeForeign} took. */
  releaseForeign(permit: Permit, n: number): void {
    const holding = this.#holdingOf(permit);
    holding.foreign -= n;
    this.#foreign -= n;
    this.#dropEmpty(permit, holding);
  }

  #holdingOf({ laneId, host, tenantId }: Permit): Holding {
    let hosts = this.#lanes.get(laneId);
    if (!hosts) {
      hosts = new Map();
      this.#lanes.set(laneId, hosts);
    }
    let holding = hosts.get(host);
    if (!holding) {
      holding = { tenantId, own: 0, ownOrdered: 0, foreign: 0 };
      hosts.set(host, holding);
      this.#lanesByHost.set(host, this.lanesAtHost(host) + 1);
    }
    return holding;
  }

  #dropEmpty({ laneId, host }: Permit, holding: Holding): void {
    if (holding.own + holding.foreign > 0) return;
    const hosts = this.#lanes.get(laneId);
    hosts?.delete(host);
    if (hosts?.size === 0) this.#lanes.delete(laneId);
    const lanes = this.lanesAtHost(host) - 1;
    if (lanes > 0) this.#lanesByHost.set(host, lanes);
    else this.#lanesByHost.delete(host);
  }
}

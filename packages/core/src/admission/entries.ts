import type { FleetPanicState } from "../circuit-breaker/fleet-panic.ts";
import { noDebt, type RateDebt } from "../rate-debt/rate-debt.ts";
import { type SickShareState, sickShare } from "../sick-share/sick-share.ts";
import type { EpochMs } from "../time/durations.ts";
import type { TokenBucketState } from "../token-bucket/token-bucket.ts";
import type { WindowState } from "../windows/time-window.ts";
import { HostEntry } from "./host-entry.ts";
import { LaneEntry } from "./lane-entry.ts";
import type { Policies } from "./policies.ts";

/** What one tenant has in this worker. */
export class TenantEntry {
  held = 0;
  sent: RateDebt = noDebt;
  /** Lanes that are known and belong to it. */
  lanes = 0;
  /** Its place in line. */
  turn = 0;
}

/** What all lanes of this worker have together. */
export class WorkerEntry {
  inFlight = 0;
  foreign = 0;
  /** Tenants that hold permits. */
  holdingTenants = 0;
  /** Workers that share the tenants' plans and the fleet's retry budget, this one included. */
  liveWorkers = 1;
  sick: SickShareState;
  panic: FleetPanicState;
  /** This worker's part of the fleet's budget; null before the first retry. */
  budget: TokenBucketState | null = null;
  offered: WindowState = [];

  constructor({ config, panic }: Policies) {
    this.sick = sickShare.initial(config.pool);
    this.panic = panic.initial();
  }
}

/** Lanes, hosts and tenants that are known, and what each of them has. */
export class Entries {
  readonly lanes = new Map<string, LaneEntry>();
  readonly hosts = new Map<string, HostEntry>();
  readonly tenants = new Map<string, TenantEntry>();
  readonly worker: WorkerEntry;
  readonly #policies: Policies;

  constructor(policies: Policies) {
    this.#policies = policies;
    this.worker = new WorkerEntry(policies);
  }

  lane(id: string, now: EpochMs): LaneEntry {
    let lane = this.lanes.get(id);
    if (!lane) {
      lane = new LaneEntry(id, this.#policies, now);
      this.lanes.set(id, lane);
    }
    return lane;
  }

  /** The lane where its subscription points now. */
  laneAt(id: string, tenantId: string, host: string, now: EpochMs): LaneEntry {
    const lane = this.lane(id, now);
    if (lane.tenantId !== tenantId) this.#join(lane, tenantId);
    if (lane.host?.host !== host) this.#move(lane, this.host(host));
    return lane;
  }

  host(host: string): HostEntry {
    let entry = this.hosts.get(host);
    if (!entry) {
      entry = new HostEntry(host);
      this.hosts.set(host, entry);
    }
    return entry;
  }

  tenant(id: string): TenantEntry {
    let tenant = this.tenants.get(id);
    if (!tenant) {
      tenant = new TenantEntry();
      this.tenants.set(id, tenant);
    }
    return tenant;
  }

  /** Forgets a lane that holds nothing. */
  dropLane(lane: LaneEntry): void {
    this.lanes.delete(lane.id);
    this.#leave(lane);
    if (!lane.host) return;
    lane.host.lanes--;
    this.dropUnusedHost(lane.host);
  }

  /** Forgets a host that nothing points to and of which nothing is known. */
  dropUnusedHost(entry: HostEntry): void {
    if (entry.lanes === 0 && entry.inFlight === 0 && !entry.breaker && !entry.budget && !entry.bytes) this.hosts.delete(entry.host);
  }

  #join(lane: LaneEntry, tenantId: string): void {
    this.#leave(lane);
    lane.tenantId = tenantId;
    this.tenant(tenantId).lanes++;
  }

  #leave({ tenantId }: LaneEntry): void {
    const tenant = this.tenants.get(tenantId);
    if (tenant && tenant.lanes > 0) tenant.lanes--;
  }

  #move(lane: LaneEntry, to: HostEntry): void {
    const from = lane.host;
    const elsewhere = new Map(lane.rare.heldElsewhere ?? []);
    if (from && lane.heldAtHost > 0) elsewhere.set(from.host, lane.heldAtHost);
    lane.heldAtHost = elsewhere.get(to.host) ?? 0;
    elsewhere.delete(to.host);
    lane.setRare("heldElsewhere", elsewhere.size > 0 ? elsewhere : null);
    lane.host = to;
    to.lanes++;
    // A round may still hold offers at the host left behind; if nothing comes of them, it is forgotten with the idle ones.
    if (from) from.lanes--;
  }
}

import type { CircuitPhase } from "../circuit-breaker/circuit.ts";
import type { EpochMs } from "../time/durations.ts";
import { offeredPerS } from "./loads.ts";
import type { AdmissionSnapshot } from "./snapshot.ts";
import type { Site } from "./step.ts";

/** Where one worker's admission as a whole stands. Plain JSON data. */
export interface WorkerGauges extends Pick<AdmissionSnapshot, "pool" | "foreign" | "panicSince"> {
  /** Lanes and hosts of which something is known. */
  readonly lanes: number;
  readonly hosts: number;
  /** Tenants that hold permits. */
  readonly tenants: number;
  readonly liveWorkers: number;
  /** Retries that this worker's part of the fleet's budget affords now, and at the most. */
  readonly fleetBudget: { readonly tokens: number; readonly burst: number };
}

/** Where one host stands. Plain JSON data. */
export interface HostGauges {
  /** Foreign leases included. */
  readonly inFlight: number;
  readonly cap: number;
  readonly circuit: CircuitPhase;
  /** How full the retry budget of a shared host is, 0 to 1. */
  readonly budgetFill: number;
}

/** Costs the same however many lanes there are. */
export function workerGauges({ policies, entries }: Site, now: EpochMs): WorkerGauges {
  const { worker, lanes, hosts } = entries;
  const { liveWorkers } = worker;
  return {
    pool: { inFlight: worker.inFlight, size: policies.config.pool.size, sickInFlight: worker.sick.inFlight, sickLimit: worker.sick.limit },
    foreign: worker.foreign,
    panicSince: worker.panic.since,
    lanes: lanes.size,
    hosts: hosts.size,
    tenants: worker.holdingTenants,
    liveWorkers,
    fleetBudget: policies.budget.fleetTokens(worker.budget ?? policies.budget.initialFleet(now, liveWorkers), now, {
      workerOfferedPerS: offeredPerS(policies, worker.offered, now),
      liveWorkers,
    }),
  };
}

/** @returns null for a host of which nothing is known */
export function hostGauges({ policies, entries }: Site, name: string, now: EpochMs): HostGauges | null {
  const host = entries.hosts.get(name);
  if (!host) return null;
  return {
    inFlight: host.inFlight,
    cap: policies.config.host.cap,
    circuit: host.breaker?.phase ?? "closed",
    budgetFill: host.budget ? policies.budget.hostFill(host.budget, now, host.offered ? offeredPerS(policies, host.offered, now) : 0) : 1,
  };
}

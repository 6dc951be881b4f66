import type { EpochMs } from "../time/durations.ts";
import type { LaneEntry } from "./lane-entry.ts";
import type { Site } from "./step.ts";

/** Plain JSON data for metrics and for people. */
export interface AdmissionSnapshot {
  readonly pool: { readonly inFlight: number; readonly size: number; readonly sickInFlight: number; readonly sickLimit: number };
  /** Permits counted for leases of other workers. */
  readonly foreign: number;
  /** Since when our own network counts as failing; null while it does not. */
  readonly panicSince: EpochMs | null;
  /** Tenant → permits in this worker. */
  readonly tenants: Record<string, number>;
  readonly hosts: Record<string, HostSnapshot>;
  readonly lanes: Record<string, LaneSnapshot>;
}

export interface HostSnapshot {
  readonly inFlight: number;
  readonly lanes: number;
  readonly circuit: "closed" | "open" | "half_open";
  /** The part of its cap that a recovery lets through, 0 to 1; null when the host does not recover. */
  readonly ramp: number | null;
}

/** Every state of a lane's policies, as the policies know it. */
export type LaneSnapshot = ReturnType<typeof laneSnapshot>;

export function takeSnapshot({ policies, entries }: Site): AdmissionSnapshot {
  const { worker, lanes, hosts, tenants } = entries;
  return {
    pool: { inFlight: worker.inFlight, size: policies.config.pool.size, sickInFlight: worker.sick.inFlight, sickLimit: worker.sick.limit },
    foreign: worker.foreign,
    panicSince: worker.panic.since,
    tenants: Object.fromEntries([...tenants].filter(([, { held }]) => held > 0).map(([id, { held }]) => [id, held])),
    hosts: Object.fromEntries(
      [...hosts].map(([id, host]) => {
        const ramp = host.ramp && policies.ramp.share(host.ramp);
        return [id, { inFlight: host.inFlight, lanes: host.lanes, circuit: host.breaker?.phase ?? "closed", ramp }];
      }),
    ),
    lanes: Object.fromEntries([...lanes].map(([id, lane]) => [id, laneSnapshot(lane)])),
  };
}

export function laneSnapshot(lane: LaneEntry) {
  const { own, foreign, ordered, isSick, breaker, rate, proven, size, budget, floor, pauseUntil } = lane;
  const { ramp, relapse, catchUp } = lane.rare;
  return { own, foreign, ordered, isSick, breaker, rate, proven, size, budget, floor, pauseUntil, ramp, relapse, catchUp };
}

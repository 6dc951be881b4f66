import { exportCircuit, type StoredCircuit } from "../circuit-breaker/stored-circuit.ts";
import type { LaneMeasure } from "../lane-size/lane-size.ts";
import { type ProvenRateState, provenRate } from "../rate/proven-rate.ts";
import type { StoredRateTrouble } from "../rate/rate-trouble.ts";
import type { StoredRamp } from "../recovery-ramp/recovery-ramp.ts";
import type { StoredRelapse } from "../recovery-ramp/relapse.ts";
import type { EpochMs } from "../time/durations.ts";
import type { LaneEntry } from "./lane-entry.ts";
import type { Site } from "./step.ts";

/** What is kept of a lane through restarts and shard moves. Plain JSON data. */
export interface StoredLane {
  readonly circuit: StoredCircuit;
  readonly proven: ProvenRateState;
  /** Null when the lane does not recover. */
  readonly ramp: StoredRamp | null;
  /** λ and L. */
  readonly measure: LaneMeasure;
  /** The pause that the endpoint asked for ends then; 0 without one. */
  readonly pauseUntil: EpochMs;
  /** What the lane's rate learnt from trouble; null or absent for a lane that had none. */
  readonly rate?: StoredRateTrouble | null;
  /** What the lane's relapses have shown; null or absent for a lane that has not recovered from anything lately. */
  readonly relapse?: StoredRelapse | null;
  /** When the latest attempt got no answer, of a lane that does not answer; null or absent for any other. */
  readonly unansweredAt?: EpochMs | null;
}

/** What is kept of a host through restarts and shard moves. Plain JSON data. */
export interface StoredHost extends StoredCircuit {
  /** Null or absent when the host does not recover. */
  readonly ramp?: StoredRamp | null;
}

export function exportEntry({ policies }: Site, lane: LaneEntry, now: EpochMs): StoredLane {
  return {
    circuit: exportCircuit(lane.breaker),
    proven: lane.proven,
    ramp: policies.ramp.export(lane.rare.ramp),
    measure: policies.sizing.measure(lane.size, now, lane.traffic),
    pauseUntil: lane.pauseUntil > now ? lane.pauseUntil : 0,
    relapse: policies.relapses.export(lane.rare.relapse),
    rate: policies.rate.export(lane.rate),
    unansweredAt: policies.breaker.isSilent(lane.answers, now) ? lane.unansweredAt : null,
  };
}

export function restoreEntry({ policies }: Site, lane: LaneEntry, stored: StoredLane, now: EpochMs): void {
  lane.breaker = policies.breaker.restore(stored.circuit, now, stored.unansweredAt);
  lane.proven = { ...provenRate.initial(), ...stored.proven };
  lane.rate = policies.rate.initial(now, provenRate.perS(stored.proven, now), stored.rate);
  lane.setRare("ramp", policies.ramp.restore(stored.ramp, now));
  lane.setRare("relapse", policies.relapses.restore(stored.relapse ?? null, now));
  lane.size = policies.sizing.restore(stored.measure, now);
  lane.pauseUntil = stored.pauseUntil;
}

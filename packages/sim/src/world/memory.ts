import type { StoredCircuit, StoredLane } from "@hooklane/core";
import type { Gatekeeper } from "./gatekeeper.ts";
import type { Lane } from "./lane-spec.ts";

/** What workers store of lanes and hosts, so that neither a deploy nor a shard that moves begins from nothing. */
export class Memory {
  readonly #lanes = new Map<string, StoredLane>();
  readonly #hosts = new Map<string, StoredCircuit>();

  store(gatekeeper: Gatekeeper, lanes: Iterable<Lane>, now: number): void {
    for (const lane of lanes) {
      this.#keepLane(lane, gatekeeper.exportLane?.(lane.id, now));
      const circuit = gatekeeper.exportHost?.(lane.host);
      if (circuit) this.#hosts.set(lane.host, circuit);
    }
  }

  /** The lane goes to another worker. */
  handOver(gatekeeper: Gatekeeper, lane: Lane, now: number): void {
    this.#keepLane(lane, gatekeeper.dropLane?.(lane.id, now));
  }

  restore(gatekeeper: Gatekeeper, lane: Lane, now: number): void {
    const stored = this.#lanes.get(lane.id);
    if (stored) gatekeeper.restoreLane?.(lane.id, stored, now);
    const circuit = this.#hosts.get(lane.host);
    if (circuit) gatekeeper.restoreHost?.(lane.host, circuit, now);
  }

  #keepLane(lane: Lane, stored: StoredLane | null | undefined): void {
    // What is stored is plain data, as in the database.
    if (stored) this.#lanes.set(lane.id, structuredClone(stored));
  }
}

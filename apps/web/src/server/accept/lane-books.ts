import type { Accepted, NewDelivery } from "@hooklane/db";

/** What was accepted for each lane and is not booked yet. Added up here, because a row per lane and second is cheap and one per delivery is not. */
export class LaneBooks {
  #lanes = new Map<string, Required<Accepted>>();
  readonly #write: (lanes: ReadonlyMap<string, Accepted>) => Promise<void>;

  constructor(write: (lanes: ReadonlyMap<string, Accepted>) => Promise<void>) {
    this.#write = write;
  }

  add(deliveries: readonly NewDelivery[], bodyBytes: number): void {
    for (const { subscriptionId, state, reason } of deliveries) {
      const lane = this.#laneOf(subscriptionId);
      if (state === "dead") {
        lane.dead++;
        if (reason !== "backlog_shed") continue;
        lane.shed++;
        lane.shedBytes += bodyBytes;
      } else {
        lane.pending++;
        lane.pendingBytes += bodyBytes;
      }
    }
  }

  /** Writes what has come together. When that fails it is kept for the next time. */
  readonly flush = async (): Promise<void> => {
    const lanes = this.#lanes;
    this.#lanes = new Map();
    try {
      await this.#write(lanes);
    } catch (error) {
      for (const [id, { pending, pendingBytes, dead, shed, shedBytes }] of lanes) {
        const lane = this.#laneOf(id);
        lane.pending += pending;
        lane.pendingBytes += pendingBytes;
        lane.dead += dead;
        lane.shed += shed;
        lane.shedBytes += shedBytes;
      }
      throw error;
    }
  };

  #laneOf(id: string): Required<Accepted> {
    const known = this.#lanes.get(id);
    if (known) return known;
    const lane: Required<Accepted> = { pending: 0, pendingBytes: 0, dead: 0, shed: 0, shedBytes: 0 };
    this.#lanes.set(id, lane);
    return lane;
  }
}

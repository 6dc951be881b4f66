import type { Accepted, NewDelivery } from "@hooklane/db";

/** What was accepted for each lane and is not booked yet. Added up here, because a row per lane and second is cheap and one per delivery is not. */
export class LaneBooks {
  #lanes = new Map<string, Accepted>();
  readonly #write: (lanes: ReadonlyMap<string, Accepted>) => Promise<void>;

  constructor(write: (lanes: ReadonlyMap<string, Accepted>) => Promise<void>) {
    this.#write = write;
  }

  add(deliveries: readonly NewDelivery[], bodyBytes: number): void {
    for (const { subscriptionId, state } of deliveries) {
      const lane = this.#laneOf(subscriptionId);
      if (state === "dead") {
        lane.dead++;
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
      for (const [id, { pending, pendingBytes, dead }] of lanes) {
        const lane = this.#laneOf(id);
        lane.pending += pending;
        lane.pendingBytes += pendingBytes;
        lane.dead += dead;
      }
      throw error;
    }
  };

  #laneOf(id: string): Accepted {
    const known = this.#lanes.get(id);
    if (known) return known;
    const lane: Accepted = { pending: 0, pendingBytes: 0, dead: 0 };
    this.#lanes.set(id, lane);
    return lane;
  }
}

import type { Accepted, NewDelivery } from "@hooklane/db";

type Lanes = Map<string, Required<Accepted>>;

/** Writes a batch. @param number of the batch, the same when it is written again */
export type WriteBooks = (lanes: ReadonlyMap<string, Accepted>, number: number) => Promise<void>;

/** What was accepted for each lane and is not booked yet. Added up here, because a row per lane and second is cheap and one per delivery is not. */
export class LaneBooks {
  #lanes: Lanes = new Map();
  /** A batch that failed: nobody knows whether it was written, so it is not mixed with what came since. */
  #inDoubt: Lanes | undefined;
  #number = 1;
  readonly #write: WriteBooks;

  constructor(write: WriteBooks) {
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

  /** Writes what has come together, what failed before first and as it was. Not to be called again before it has ended. */
  readonly flush = async (): Promise<void> => {
    if (this.#inDoubt) await this.#send(this.#inDoubt);
    const lanes = this.#lanes;
    this.#lanes = new Map();
    await this.#send(lanes);
  };

  async #send(lanes: Lanes): Promise<void> {
    this.#inDoubt = lanes;
    await this.#write(lanes, this.#number);
    this.#inDoubt = undefined;
    this.#number++;
  }

  #laneOf(id: string): Required<Accepted> {
    const known = this.#lanes.get(id);
    if (known) return known;
    const lane: Required<Accepted> = { pending: 0, pendingBytes: 0, dead: 0, shed: 0, shedBytes: 0 };
    this.#lanes.set(id, lane);
    return lane;
  }
}

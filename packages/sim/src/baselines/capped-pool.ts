import type { Offer, Permit } from "@hooklane/core";
import { Tally } from "../checks/tally.ts";
import type { GatekeeperOptions } from "../world/gatekeeper.ts";
import { type Allowance, SharedPool } from "./shared-pool.ts";

/** A shared pool of which no lane has more than a fixed number of slots, and nothing else. */
export class CappedPool extends SharedPool {
  readonly #cap: number;
  readonly #held = new Tally();

  constructor(options: Pick<GatekeeperOptions, "config">, cap: number) {
    super(options);
    this.#cap = cap;
  }

  protected override allow({ laneId }: Offer, room: number): Allowance {
    const n = Math.min(room, this.#cap - this.#held.of(laneId));
    this.#held.add(laneId, n);
    return n === room ? { n } : { n, refusal: { reason: "lane_full", until: null, endedBy: "permit_released" } };
  }

  override giveBack(permit: Permit, n: number, now: number): void {
    this.#held.add(permit.laneId, -n);
    super.giveBack(permit, n, now);
  }

  override finish(...end: Parameters<SharedPool["finish"]>): boolean {
    const [{ laneId }] = end;
    this.#held.add(laneId, -1);
    return super.finish(...end);
  }
}

import { type EpochMs, type ShedConfig, type ShedState, shedding } from "@hooklane/core";
import type { Lane } from "./lane-spec.ts";
import type { Ledger } from "./ledger.ts";
import type { Timeline } from "./timeline.ts";

const lookMs = 1_000;

/** Looks at the backlog of each lane that is over the threshold, once a second, and says which ones shed. */
export class Shedder {
  readonly #timeline: Timeline;
  readonly #ledger: Ledger;
  readonly #threshold: ShedConfig;
  readonly #states = new Map<Lane, ShedState>();

  constructor(timeline: Timeline, ledger: Ledger, threshold: ShedConfig) {
    this.#timeline = timeline;
    this.#ledger = ledger;
    this.#threshold = threshold;
  }

  isShedding(lane: Lane): boolean {
    return this.#states.get(lane)?.isShedding ?? false;
  }

  /** A delivery was recorded dead because of it. */
  shed(lane: Lane): void {
    this.#states.set(lane, shedding.shed(this.#states.get(lane) ?? shedding.initial(), { deliveries: 1, bytes: 0 }));
  }

  /** A delivery was accepted. */
  accepted(lane: Lane, now: EpochMs): void {
    if (!this.#states.has(lane) && this.#ledger.openCount(lane) > this.#threshold.deliveries) this.#look(lane, now);
  }

  #look(lane: Lane, now: EpochMs): void {
    const backlog = { deliveries: this.#ledger.openCount(lane), bytes: 0 };
    const state = shedding.observe(this.#states.get(lane) ?? shedding.initial(), backlog, now, this.#threshold);
    if (shedding.isIdle(state)) {
      this.#states.delete(lane);
      return;
    }
    this.#states.set(lane, state);
    this.#timeline.after(lookMs, () => this.#look(lane, this.#timeline.now));
  }
}

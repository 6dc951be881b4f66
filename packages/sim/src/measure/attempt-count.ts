import type { EpochMs } from "@hooklane/core";
import type { Delivery } from "../world/delivery.ts";
import type { Observer } from "../world/observer.ts";
import { worldStartMs } from "../world/timeline.ts";
import { TimeSeries } from "./time-series.ts";

/** What was accepted and what was attempted, of the deliveries that `isMeasured` picks, over time. */
export class AttemptCount implements Observer {
  readonly accepts: TimeSeries;
  readonly attempts: TimeSeries;
  /** Attempts of deliveries that had failed before. */
  readonly retries: TimeSeries;
  /** Deliveries whose receiver did the work more than once: copies beyond the first. */
  duplicates = 0;
  readonly #acted = new Set<number>();
  readonly #isMeasured: (delivery: Delivery) => boolean;

  constructor(slotMs: number, isMeasured: (delivery: Delivery) => boolean = () => true) {
    this.accepts = new TimeSeries(worldStartMs, slotMs);
    this.attempts = new TimeSeries(worldStartMs, slotMs);
    this.retries = new TimeSeries(worldStartMs, slotMs);
    this.#isMeasured = isMeasured;
  }

  accepted: Required<Observer>["accepted"] = (delivery, now) => {
    if (this.#isMeasured(delivery)) this.accepts.count(now);
  };

  began: Required<Observer>["began"] = ({ delivery }, now) => {
    if (!this.#isMeasured(delivery)) return;
    this.attempts.count(now);
    if (delivery.class === "retry") this.retries.count(now);
  };

  ended: Required<Observer>["ended"] = ({ delivery, exchange }) => {
    if (!exchange.acted || !this.#isMeasured(delivery)) return;
    if (this.#acted.has(delivery.id)) this.duplicates++;
    else this.#acted.add(delivery.id);
  };

  /** Attempts ÷ accepted deliveries in a stretch of time. */
  amplification(from: EpochMs, until: EpochMs): number {
    return this.attempts.sum(from, until) / Math.max(1, this.accepts.sum(from, until));
  }
}

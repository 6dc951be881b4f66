import type { EpochMs } from "@hooklane/core";
import type { Delivery } from "../world/delivery.ts";
import type { Observer } from "../world/observer.ts";
import { Gauge } from "./gauge.ts";

/** Requests in flight of the deliveries that `isMeasured` picks, measured from a moment on. */
export class InFlight implements Observer {
  readonly gauge: Gauge;
  readonly #isMeasured: (delivery: Delivery) => boolean;

  constructor(from: EpochMs, isMeasured: (delivery: Delivery) => boolean) {
    this.gauge = new Gauge(from);
    this.#isMeasured = isMeasured;
  }

  began: Required<Observer>["began"] = ({ delivery }, now) => {
    if (this.#isMeasured(delivery)) this.gauge.add(1, now);
  };

  ended: Required<Observer>["ended"] = ({ delivery }, now) => {
    if (this.#isMeasured(delivery)) this.gauge.add(-1, now);
  };
}

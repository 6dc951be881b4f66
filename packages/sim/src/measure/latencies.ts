import type { Delivery } from "../world/delivery.ts";
import type { Observer } from "../world/observer.ts";
import { percentile } from "./percentile.ts";

/** From accept to the end of the attempt that delivered, in milliseconds, of the deliveries that `isMeasured` picks. */
export class Latencies implements Observer {
  readonly values: number[] = [];
  readonly #isMeasured: (delivery: Delivery) => boolean;

  constructor(isMeasured: (delivery: Delivery) => boolean) {
    this.#isMeasured = isMeasured;
  }

  ended: Required<Observer>["ended"] = ({ delivery, classification }, now) => {
    if (classification.success && this.#isMeasured(delivery)) this.values.push(now - delivery.createdAt);
  };

  get p50(): number {
    return percentile(this.values, 0.5);
  }

  get p99(): number {
    return percentile(this.values, 0.99);
  }
}

import type { Classification, EpochMs, Grant, Offer, Permit, Refusal } from "@hooklane/core";
import type { GatekeeperOptions } from "../world/gatekeeper.ts";
import { SharedPool } from "./shared-pool.ts";

/** When to ask again for a retry that the budget does not afford. */
const recheckMs = 200;

/** A shared pool with one retry budget for everybody: each success earns a tenth of a retry, each retry of whomever costs one. */
export class SharedBudget extends SharedPool {
  readonly #ratio: number;
  readonly #burst: number;
  #tokens: number;

  constructor(options: Pick<GatekeeperOptions, "config">) {
    super(options);
    const { ratio, fleet_burst } = options.config.budget;
    this.#ratio = ratio;
    this.#burst = fleet_burst;
    this.#tokens = this.#burst;
  }

  override grant(offers: readonly Offer[], now: EpochMs): { grants: Grant[]; refusals: Refusal[] } {
    const affordable: Offer[] = [];
    const refused: Refusal[] = [];
    for (const offer of offers) {
      const n = offer.class === "retry" ? Math.min(offer.wanted, Math.floor(this.#tokens)) : offer.wanted;
      if (offer.class === "retry") this.#tokens -= n;
      if (n > 0) affordable.push({ ...offer, wanted: n });
      const { laneId, tenantId, host, class: deliveryClass } = offer;
      if (n < offer.wanted) {
        refused.push({
          laneId,
          tenantId,
          host,
          class: deliveryClass,
          n: offer.wanted - n,
          reason: "retry_budget",
          until: now + recheckMs,
          endedBy: null,
        });
      }
    }
    const { grants, refusals } = super.grant(affordable, now);
    for (const { class: deliveryClass, n } of refusals) if (deliveryClass === "retry") this.#tokens += n;
    return { grants, refusals: [...refusals, ...refused] };
  }

  override giveBack(permit: Permit, n: number): void {
    super.giveBack(permit, n);
    if (permit.class === "retry") this.#tokens += n;
  }

  override finish(permit: Permit, classification: Classification): boolean {
    if (classification.success) this.#tokens = Math.min(this.#burst, this.#tokens + this.#ratio);
    return super.finish(permit, classification);
  }
}

import type { Classification, EpochMs, Grant, Offer, Permit, Refusal } from "@hooklane/core";
import type { Gatekeeper, GatekeeperOptions } from "../world/gatekeeper.ts";

/**
 * What a platform without lanes does: one pool for all, whoever comes first takes a slot until its request ends. Knows no
 * lane, host or tenant, no breaker and no budget.
 */
export class SharedPool implements Gatekeeper {
  readonly #size: number;
  #inFlight = 0;

  constructor({ config }: Pick<GatekeeperOptions, "config">) {
    this.#size = config.pool.size;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  grant(offers: readonly Offer[], _now: EpochMs): { grants: Grant[]; refusals: Refusal[] } {
    const grants: Grant[] = [];
    const refusals: Refusal[] = [];
    for (const { laneId, tenantId, host, class: deliveryClass, wanted } of offers) {
      const permit: Permit = { laneId, tenantId, host, class: deliveryClass };
      const n = Math.min(wanted, this.#size - this.#inFlight);
      this.#inFlight += n;
      if (n > 0) grants.push({ ...permit, n });
      if (n < wanted) refusals.push({ ...permit, n: wanted - n, reason: "pool_full", until: null, endedBy: "permit_released" });
    }
    return { grants, refusals };
  }

  giveBack(_permit: Permit, n: number): void {
    this.#inFlight -= n;
  }

  finish(_permit: Permit, _classification: Classification): boolean {
    this.#inFlight--;
    return true;
  }

  forget(): void {}
}

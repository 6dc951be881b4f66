import type { EpochMs, Offer, Permit } from "@hooklane/core";
import type { GatekeeperOptions } from "../world/gatekeeper.ts";
import { type Allowance, SharedPool } from "./shared-pool.ts";

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

  protected override allow(offer: Offer, room: number, now: EpochMs): Allowance {
    if (offer.class !== "retry") return { n: room };
    const n = Math.min(room, Math.floor(this.#tokens));
    this.#tokens -= n;
    return n === room ? { n } : { n, refusal: { reason: "retry_budget", until: now + recheckMs, endedBy: null } };
  }

  override giveBack(permit: Permit, n: number, now: EpochMs): void {
    if (permit.class === "retry") this.#tokens += n;
    super.giveBack(permit, n, now);
  }

  override finish(...end: Parameters<SharedPool["finish"]>): boolean {
    const [, { success }] = end;
    if (success) this.#tokens = Math.min(this.#burst, this.#tokens + this.#ratio);
    return super.finish(...end);
  }
}

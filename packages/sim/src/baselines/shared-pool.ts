import type { Classification, EpochMs, Grant, Offer, Permit, Refusal } from "@hooklane/core";
import type { Gatekeeper, GatekeeperOptions } from "../world/gatekeeper.ts";

/** How many of the free slots an offer gets, and why not more. */
export interface Allowance {
  readonly n: number;
  /** Needed when `n` is less than the slots it was asked for. */
  readonly refusal?: Pick<Refusal, "reason" | "until" | "endedBy">;
}

const poolFull = { reason: "pool_full", until: null, endedBy: "permit_released" } as const;

/**
 * What a platform without lanes does: one pool for all, whoever comes first takes a slot until its request ends. Knows no
 * lane, host or tenant, no breaker and no budget. Baselines with one policy more say with {@link allow} what it lets through.
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

  grant(offers: readonly Offer[], now: EpochMs): { grants: Grant[]; refusals: Refusal[] } {
    const grants: Grant[] = [];
    const refusals: Refusal[] = [];
    for (const offer of offers) {
      const { laneId, tenantId, host, class: deliveryClass, wanted } = offer;
      const permit: Permit = { laneId, tenantId, host, class: deliveryClass };
      const { n, refusal = poolFull } = this.allow(offer, Math.min(wanted, this.#size - this.#inFlight), now);
      this.#inFlight += n;
      if (n > 0) grants.push({ ...permit, n });
      if (n < wanted) refusals.push({ ...permit, n: wanted - n, ...refusal });
    }
    return { grants, refusals };
  }

  giveBack(_permit: Permit, n: number, _now: EpochMs): void {
    this.#inFlight -= n;
  }

  finish(_permit: Permit, _classification: Classification, _durationMs: number, _now: EpochMs): boolean {
    this.#inFlight--;
    return true;
  }

  forget(): void {}

  /** What it lets through is taken at once. @param room slots that are free and wanted */
  protected allow(_offer: Offer, room: number, _now: EpochMs): Allowance {
    return { n: room };
  }
}

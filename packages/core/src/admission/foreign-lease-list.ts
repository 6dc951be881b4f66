import { type EpochMs, secondMs } from "../time/durations.ts";

/** Leases that end together. */
export interface CountedLeases {
  readonly expiresAt: EpochMs;
  /** Takes them off whatever counts them. */
  readonly release: () => void;
}

/** Leases of other workers by the second in which they end, rounded up so that none ends early. */
export class ForeignLeaseList {
  readonly #bySecond = new Map<EpochMs, CountedLeases[]>();
  #nextExpiryAt = Number.POSITIVE_INFINITY;

  add(leases: CountedLeases): void {
    const second = Math.ceil(leases.expiresAt / secondMs) * secondMs;
    const sameSecond = this.#bySecond.get(second);
    if (sameSecond) sameSecond.push(leases);
    else this.#bySecond.set(second, [leases]);
    this.#nextExpiryAt = Math.min(this.#nextExpiryAt, second);
  }

  /** Removes and returns what has ended. Leases last seconds to minutes, so there are few seconds to look at. */
  takeExpired(now: EpochMs): CountedLeases[] {
    if (now < this.#nextExpiryAt) return [];
    const expired: CountedLeases[] = [];
    this.#nextExpiryAt = Number.POSITIVE_INFINITY;
    for (const [second, leases] of this.#bySecond) {
      if (second <= now) {
        expired.push(...leases);
        this.#bySecond.delete(second);
      } else this.#nextExpiryAt = Math.min(this.#nextExpiryAt, second);
    }
    return expired;
  }
}

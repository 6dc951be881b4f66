import type { EpochMs } from "@hooklane/core";

/** Counts in slots of equal length, from a moment on. */
export class TimeSeries {
  readonly from: EpochMs;
  readonly slotMs: number;
  readonly #slots: number[] = [];

  constructor(from: EpochMs, slotMs: number) {
    this.from = from;
    this.slotMs = slotMs;
  }

  count(now: EpochMs, n = 1): void {
    const slot = this.#slotOf(now);
    this.#slots[slot] = (this.#slots[slot] ?? 0) + n;
  }

  /** One value per slot, empty ones 0. */
  get values(): number[] {
    return Array.from({ length: this.#slots.length }, (_, slot) => this.#slots[slot] ?? 0);
  }

  sum(fromMs: EpochMs, untilMs: EpochMs): number {
    let total = 0;
    for (let slot = this.#slotOf(fromMs); slot < this.#slotOf(untilMs); slot++) total += this.#slots[slot] ?? 0;
    return total;
  }

  #slotOf(now: EpochMs): number {
    return Math.max(0, Math.floor((now - this.from) / this.slotMs));
  }
}

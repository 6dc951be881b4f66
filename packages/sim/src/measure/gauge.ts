import type { EpochMs } from "@hooklane/core";

/** A level over time: its mean weighted by time and its highest value, both from a moment on. */
export class Gauge {
  readonly #from: EpochMs;
  #at: EpochMs;
  #level = 0;
  #area = 0;
  #highest = 0;

  constructor(from: EpochMs) {
    this.#from = from;
    this.#at = from;
  }

  get level(): number {
    return this.#level;
  }

  get highest(): number {
    return this.#highest;
  }

  add(change: number, now: EpochMs): void {
    if (now > this.#at) {
      this.#area += this.#level * (now - this.#at);
      this.#at = now;
    }
    this.#level += change;
    if (now >= this.#from) this.#highest = Math.max(this.#highest, this.#level);
  }

  mean(now: EpochMs): number {
    const lengthMs = now - this.#from;
    return lengthMs <= 0 ? this.#level : (this.#area + this.#level * (now - this.#at)) / lengthMs;
  }
}

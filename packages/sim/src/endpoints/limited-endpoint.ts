import type { EpochMs, Random } from "@hooklane/core";
import { answer } from "./behaviours.ts";
import type { Endpoint, Exchange, Latency } from "./endpoint.ts";

export interface LimitedOptions {
  /** What it can work off. */
  readonly capacityPerS: number;
  readonly latency: Latency;
  /** How many requests may wait before it breaks down. */
  readonly breaksAbove: number;
  /** It answers at once and works later, so nobody sees how much waits; absent: an answer takes as long as the work. */
  readonly acceptsAtOnce?: boolean;
  /** How long a breakdown lasts. */
  readonly restartMs: number;
}

/**
 * An endpoint with a capacity that fails when exceeded: requests beyond it wait and make all others slow, and when too
 * many wait it breaks down, answers 503 until it has restarted, and begins with an empty queue.
 */
export class LimitedEndpoint implements Endpoint {
  readonly #options: LimitedOptions;
  #waiting = 0;
  #at: EpochMs = Number.NEGATIVE_INFINITY;
  #downUntil: EpochMs = Number.NEGATIVE_INFINITY;
  /** How often it broke down. */
  knockdowns = 0;
  /** Requests answered 503 because it was down. */
  refused = 0;

  constructor(options: LimitedOptions) {
    this.#options = options;
  }

  receive(now: EpochMs, random: Random): Exchange {
    const { capacityPerS, latency, breaksAbove, restartMs, acceptsAtOnce = false } = this.#options;
    if (now < this.#downUntil) {
      this.refused++;
      return answer(503, 5);
    }
    const workedOff = Math.min(1e9, (now - this.#at) / 1_000) * capacityPerS;
    this.#waiting = Math.max(0, this.#waiting - workedOff) + 1;
    this.#at = now;
    if (this.#waiting > breaksAbove) {
      this.knockdowns++;
      this.#downUntil = now + restartMs;
      this.#waiting = 0;
      return answer(503, 5);
    }
    const waitMs = acceptsAtOnce ? 0 : (Math.max(0, this.#waiting - 1) / capacityPerS) * 1_000;
    return answer(200, waitMs + latency(random));
  }
}

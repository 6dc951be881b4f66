import type { EpochMs } from "@hooklane/core";
import { MinHeap } from "./min-heap.ts";

/** When every world begins: 2026-01-01, midnight UTC. */
export const worldStartMs: EpochMs = 1_767_225_600_000;

/** Virtual time: nothing waits, the next thing simply happens. Things planned for one moment happen in the order they were planned. */
export class Timeline {
  readonly #events = new MinHeap<() => void>();
  #now: EpochMs = worldStartMs;
  #isStopped = false;
  #happened = 0;

  /** How many things have happened: what a world costs, on any machine. */
  get happened(): number {
    return this.#happened;
  }

  /** Milliseconds since the Unix epoch, by the clock of the ledger. */
  get now(): EpochMs {
    return this.#now;
  }

  /** Plans `run` for a moment; one that has passed means now. */
  at(moment: EpochMs, run: () => void): void {
    this.#events.push(Math.max(this.#now, moment), run);
  }

  after(delayMs: number, run: () => void): void {
    this.at(this.#now + delayMs, run);
  }

  /** Lets everything happen that is planned up to `end`, and what follows from it until then. */
  runUntil(end: EpochMs): void {
    while (this.#events.firstKey <= end && !this.#isStopped) {
      this.#now = this.#events.firstKey;
      this.#happened++;
      (this.#events.pop() as () => void)();
    }
    if (!this.#isStopped) this.#now = Math.max(this.#now, end);
  }

  /** Nothing happens any more. */
  stop(): void {
    this.#isStopped = true;
  }
}

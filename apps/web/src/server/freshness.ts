import { MAX_OFFSET_MS } from "@hooklane/db";

/** An index that has not been read for so long may miss subscriptions that others made: accepting with it would lose their deliveries. */
const MAX_INDEX_AGE_MS = 30_000;

/** Whether what this process knows of the database's time and subscriptions can be relied upon. */
export class Freshness {
  #clockOffsetMs: number | undefined;
  #indexReadAt: number | undefined;

  /** @param offsetMs of the database's clock from this machine's */
  renewClock(offsetMs: number): void {
    this.#clockOffsetMs = offsetMs;
  }

  renewIndex(): void {
    this.#indexReadAt = performance.now();
  }

  /** The clocks have been compared, and agree well enough. */
  get isClockSound(): boolean {
    return this.#clockOffsetMs !== undefined && Math.abs(this.#clockOffsetMs) <= MAX_OFFSET_MS;
  }

  get isIndexFresh(): boolean {
    return this.#indexReadAt !== undefined && performance.now() - this.#indexReadAt <= MAX_INDEX_AGE_MS;
  }

  /** Times come from the database's clock as measured, so a wrong clock of this machine hinders readiness, but not accepting. */
  get canAccept(): boolean {
    return this.#clockOffsetMs !== undefined && this.isIndexFresh;
  }
}

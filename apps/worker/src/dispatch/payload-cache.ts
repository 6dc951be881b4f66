import { loadEvents, type StoredEvent } from "@hooklane/db";
import type pg from "pg";
import type { PayloadMemory } from "./payload-memory.ts";

export interface PayloadCacheOptions {
  pool: pg.Pool;
  now: () => number;
  memory: PayloadMemory;
  /** So many bodies were read from the ledger. */
  onLoaded?: (bodies: number) => void;
}

/**
 * Event bodies, bounded by bytes and age, loaded once and shared by all deliveries of the event: every lane sends slices of the same buffer. Loads that are asked
 * for while one is under way share the next statement.
 */
export class PayloadCache {
  readonly #options: PayloadCacheOptions;
  readonly #waiting = new Map<
    string,
    { promise: Promise<StoredEvent | undefined>; resolve: (event: StoredEvent | undefined) => void; reject: (error: Error) => void }
  >();
  #loading = false;

  constructor(options: PayloadCacheOptions) {
    this.#options = options;
  }

  /** Lets go of bodies that are too old; without it, those that nobody asks for again would stay until others need the room. */
  forgetOld(): void {
    this.#options.memory.forgetOld();
  }

  /** @returns the event, or undefined when the ledger has none of this id */
  get(id: string): StoredEvent | Promise<StoredEvent | undefined> {
    const cached = this.#options.memory.get(id);
    if (cached) return cached;
    const waiting = this.#waiting.get(id);
    if (waiting) return waiting.promise;
    const deferred = Promise.withResolvers<StoredEvent | undefined>();
    this.#waiting.set(id, deferred);
    if (!this.#loading) {
      this.#loading = true;
      setImmediate(() => void this.#load());
    }
    return deferred.promise;
  }

  async #load(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = new Map([...this.#waiting].slice(0, 200));
      try {
        const found = new Map(
          (await loadEvents(this.#options.pool, this.#options.now(), [...batch.keys()])).map((event) => [event.id, event]),
        );
        this.#options.onLoaded?.(found.size);
        for (const [id, { resolve }] of batch) {
          const event = found.get(id);
          if (event) this.#options.memory.keep(event);
          this.#waiting.delete(id);
          resolve(event);
        }
      } catch (error) {
        for (const [id, { reject }] of batch) {
          this.#waiting.delete(id);
          reject(error as Error);
        }
      }
    }
    this.#loading = false;
  }
}

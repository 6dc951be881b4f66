import { loadEvents, type StoredEvent } from "@hooklane/db";
import type { LRUCache } from "lru-cache";
import type pg from "pg";

const MAX_BYTES = 64 * 1_024 * 1_024;
/** A payload that is erased from the ledger is gone from memory, too, when this and one sweep are over. */
const MAX_AGE_MS = 60_000;

/** How a memory of bodies is bounded. @param now ms, any clock */
export const payloadBounds = (now: () => number) => ({
  maxSize: MAX_BYTES,
  sizeCalculation: (event: StoredEvent): number => (event.body?.length ?? 0) + 256,
  ttl: MAX_AGE_MS,
  ttlResolution: 0,
  perf: { now },
});

export interface PayloadCacheOptions {
  pool: pg.Pool;
  now: () => number;
  cache: LRUCache<string, StoredEvent>;
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
    this.#options.cache.purgeStale();
  }

  /** @returns the event, or undefined when the ledger has none of this id */
  get(id: string): StoredEvent | Promise<StoredEvent | undefined> {
    const cached = this.#options.cache.get(id);
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
          if (event) this.#options.cache.set(id, event);
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

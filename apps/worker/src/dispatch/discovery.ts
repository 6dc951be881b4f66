import { type DueLane, discoverLanes } from "@hooklane/db";
import type pg from "pg";
import type { Logger } from "pino";

/** Losing every hint costs at most this much. */
export const POLL_MS = 1_000;
const SLICE_SHARDS = 128;

export interface DiscoveryOptions {
  pool: pg.Pool;
  now: () => number;
  /** Shards to search now. */
  shards: () => readonly number[];
  onFound: (found: readonly DueLane[], durationMs: number) => void;
  log: Logger;
}

/** Looks for lanes with pending rows: at once in hinted shards, and by the poll in all of them, a slice after the other. One statement at a time. */
export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #hinted = new Set<number>();
  #slices: number[][] = [];
  #poll: NodeJS.Timeout | undefined;
  #running = false;
  #wasHinted = false;
  #stopped = false;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
  }

  start(): void {
    this.#poll = setInterval(() => this.all(), POLL_MS);
    this.all();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#poll);
  }

  hint(shards: Iterable<number>): void {
    for (const shard of shards) this.#hinted.add(shard);
    this.#run();
  }

  /** Searches everything, unless the last such search is not over yet: begun anew each time it would never reach its end. */
  all(): void {
    const shards = this.#slices.length > 0 ? [] : this.#options.shards();
    for (let i = 0; i < shards.length; i += SLICE_SHARDS) this.#slices.push(shards.slice(i, i + SLICE_SHARDS));
    this.#run();
  }

  #run(): void {
    if (this.#running || this.#stopped) return;
    this.#running = true;
    void this.#search().finally(() => {
      this.#running = false;
    });
  }

  async #search(): Promise<void> {
    while (!this.#stopped) {
      const shards = this.#next();
      if (!shards) return;
      try {
        const began = performance.now();
        const found = await discoverLanes(this.#options.pool, this.#options.now(), shards);
        this.#options.onFound(found, performance.now() - began);
      } catch (error) {
        this.#options.log.warn({ err: error }, "discovery failed; the next poll looks again");
        this.#slices = [];
        return;
      }
    }
  }

  /** Hinted shards and slices of the poll in turn: neither waits for more than one search of the other. */
  #next(): number[] | undefined {
    this.#wasHinted = !this.#wasHinted && this.#hinted.size > 0;
    if (!this.#wasHinted) return this.#slices.shift() ?? (this.#hinted.size > 0 ? this.#takeHinted() : undefined);
    return this.#takeHinted() ?? this.#slices.shift();
  }

  #takeHinted(): number[] | undefined {
    const searched = new Set(this.#options.shards());
    const shards = [...this.#hinted].filter((shard) => searched.has(shard));
    this.#hinted.clear();
    return shards.length > 0 ? shards : undefined;
  }
}

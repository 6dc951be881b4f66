import type pg from "pg";
import { SHARDS } from "../queries/shards.ts";

export const DUE_CHANNEL = "hooklane_due";
export const SUBSCRIPTIONS_CHANNEL = "hooklane_subscriptions";

const EVERY_MS = 10;

/**
 * Tells workers which shards have new work. Only a hint, never relied upon: it goes after the commit, over a session of its own (inside the accepting
 * transaction it would serialise commits), at most every 10 ms, with shard numbers only: all of
 * them together stay below the 8,000 bytes that a notification may have.
 */
export class WakeUp {
  readonly #pool: pg.Pool;
  readonly #onError: (error: Error) => void;
  readonly #shards = new Set<number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, onError: (error: Error) => void) {
    this.#pool = pool;
    this.#onError = onError;
  }

  announce(shards: Iterable<number>): void {
    for (const shard of shards) this.#shards.add(shard);
    if (this.#shards.size > 0) this.#timer ??= setTimeout(() => this.#send(), EVERY_MS);
  }

  #send(): void {
    this.#timer = undefined;
    const payload = [...this.#shards].join(",");
    this.#shards.clear();
    this.#pool.query("SELECT pg_notify($1, $2)", [DUE_CHANNEL, payload]).catch(this.#onError);
  }
}

/** The shards of a hint; anything that is not a list of shard numbers is no hint. */
export const parseHint = (payload: string): number[] =>
  payload
    .split(",")
    .filter((text) => /^\d{1,4}$/.test(text))
    .map(Number)
    .filter((shard) => shard < SHARDS);

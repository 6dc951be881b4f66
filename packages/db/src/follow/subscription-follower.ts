import type pg from "pg";
import { type ChangeMark, readChangedSubscriptions, readChangeMark, type StoredSubscription } from "../queries/read-subscriptions.ts";

/**
 * A copy of all subscriptions that follows changes. `refresh` may be called at any time and by many: calls that wait share one read, and a call returns
 * only after a read that began later than the call, so whoever changed a row and awaits it finds the change in the copy.
 */
export class SubscriptionFollower {
  readonly #pool: pg.Pool;
  readonly #apply: (changed: readonly StoredSubscription[]) => void;
  #mark: ChangeMark = 0;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @param apply takes changed rows (the same row may come twice); deleted ones have state `deleted` */
  constructor(pool: pg.Pool, apply: (changed: readonly StoredSubscription[]) => void) {
    this.#pool = pool;
    this.#apply = apply;
  }

  refresh(): Promise<void> {
    if (!this.#running) return this.#run();
    this.#next ??= this.#running.catch(() => {}).then(() => this.#run());
    return this.#next;
  }

  #run(): Promise<void> {
    this.#next = undefined;
    this.#running = this.#read().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #read(): Promise<void> {
    const mark = await readChangeMark(this.#pool);
    const changed = await readChangedSubscriptions(this.#pool, this.#mark);
    if (changed.length > 0) this.#apply(changed);
    this.#mark = mark;
  }
}

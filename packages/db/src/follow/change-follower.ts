import type pg from "pg";
import { type ChangeMark, readChangeMark } from "../queries/read-change-mark.ts";

/**
 * A copy of rows that follows changes. `refresh` may be called at any time and by many: calls that wait share one read, and a call returns
 * only after a read that began later than the call, so whoever changed a row and awaits it finds the change in the copy.
 */
export class ChangeFollower<Row> {
  readonly #pool: pg.Pool;
  readonly #read: (pool: pg.Pool, mark: ChangeMark) => Promise<Row[]>;
  readonly #apply: (changed: readonly Row[]) => void;
  #mark: ChangeMark = 0;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /**
   * @param read the rows changed at or after a mark
   * @param apply takes changed rows; the same row may come twice
   */
  constructor(pool: pg.Pool, read: (pool: pg.Pool, mark: ChangeMark) => Promise<Row[]>, apply: (changed: readonly Row[]) => void) {
    this.#pool = pool;
    this.#read = read;
    this.#apply = apply;
  }

  refresh(): Promise<void> {
    if (!this.#running) return this.#run();
    this.#next ??= this.#running.catch(() => {}).then(() => this.#run());
    return this.#next;
  }

  #run(): Promise<void> {
    this.#next = undefined;
    this.#running = this.#follow().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #follow(): Promise<void> {
    const mark = await readChangeMark(this.#pool);
    const changed = await this.#read(this.#pool, this.#mark);
    if (changed.length > 0) this.#apply(changed);
    this.#mark = mark;
  }
}

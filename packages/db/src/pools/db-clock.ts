import type pg from "pg";

/** Beyond this difference between a process's own clock and the database's the process is not ready: one of the two is wrong. */
export const MAX_OFFSET_MS = 5_000;

/**
 * The database's clock, as seen from this process: a monotonic clock plus a measured difference. Ids, due times and deadlines of all
 * processes come from it, so machines whose clocks differ, or jump, agree.
 */
export class DbClock {
  #baseMs = Date.now() - performance.now();
  #offsetMs = 0;
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Milliseconds since 1970 by the database's clock, an integer. */
  readonly now = (): number => Math.round(performance.now() + this.#baseMs);

  /** How far the database's clock was ahead of this machine's at the last measurement, in ms. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Measures by the shortest of three round trips. */
  async measure(): Promise<void> {
    let shortestMs = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3; i++) {
      const started = performance.now();
      const { rows } = await this.#pool.query<{ ms: number }>("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms");
      const ended = performance.now();
      if (!rows[0] || ended - started >= shortestMs) continue;
      shortestMs = ended - started;
      this.#baseMs = rows[0].ms - (started + ended) / 2;
      this.#offsetMs = performance.now() + this.#baseMs - Date.now();
    }
  }
}

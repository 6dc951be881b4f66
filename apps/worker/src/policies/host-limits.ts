import { readHostLimits } from "@hooklane/db";
import type pg from "pg";

/** What the operator allows single hosts instead of the configured cap. Small, and read whole again and again. */
export class HostLimits {
  readonly #pool: pg.Pool;
  #caps: ReadonlyMap<string, number> = new Map();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Requests in flight; undefined: the configured cap. */
  capOf(host: string): number | undefined {
    return this.#caps.get(host);
  }

  async refresh(): Promise<void> {
    this.#caps = await readHostLimits(this.#pool);
  }
}

import type { Logger } from "pino";

const REPEAT_MS = 60_000;

/** Logs faults that come in floods: the first, one a minute while they last, and the end, with how many there were. */
export class OutageLog {
  readonly #log: Logger;
  readonly #open = new Map<string, { count: number; saidAt: number }>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @param what a fixed word for what is out of order, like `database` */
  failed(what: string, error: unknown): void {
    const outage = this.#open.get(what);
    if (outage && performance.now() - outage.saidAt < REPEAT_MS) {
      outage.count++;
      return;
    }
    const count = (outage?.count ?? 0) + 1;
    this.#open.set(what, { count, saidAt: performance.now() });
    this.#log.error({ err: error, failures: count }, `${what} fails`);
  }

  recovered(what: string): void {
    const outage = this.#open.get(what);
    if (!outage) return;
    this.#open.delete(what);
    this.#log.info({ failures: outage.count }, `${what} works again`);
  }
}

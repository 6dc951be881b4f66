/**
 * How an item is written: `plain` items share batches; `ordered` ones share batches among themselves, one batch at a time, so that whoever waits
 * for a lane's counter holds up nobody else and items are written in the order they came; so do `lazy` ones, which bring jobs with them, two batches at a time.
 */
export type BatchKind = "plain" | "ordered" | "lazy";

export interface Batchable {
  kind: BatchKind;
  /** Delivery rows it will write. */
  rows: number;
  /** Bytes it holds while it waits. */
  bytes: number;
}

export interface BatchLimits {
  items: number;
  rows: number;
  bytes: number;
  inFlight: number;
  waitingItems: number;
  waitingBytes: number;
}

export const defaultBatchLimits: BatchLimits = {
  items: 100,
  rows: 1_000,
  bytes: 4 * 1_024 * 1_024,
  inFlight: 3,
  waitingItems: 10_000,
  waitingBytes: 64 * 1_024 * 1_024,
};

/** They take more round trips than others: with one at a time, most would wait for the one before them. */
const LAZY_IN_FLIGHT = 2;

/** Groups what arrives while earlier batches are being written. An idle batcher writes within the same turn of the event loop: it never waits for company. */
export class MicroBatcher<T extends Batchable> {
  readonly #write: (batch: T[]) => Promise<void>;
  readonly #limits: BatchLimits;
  readonly #waiting: Record<BatchKind, T[]> = { plain: [], ordered: [], lazy: [] };
  readonly #inFlight: Record<BatchKind, number> = { plain: 0, ordered: 0, lazy: 0 };
  #waitingItems = 0;
  #waitingBytes = 0;
  #isScheduled = false;
  #onIdle: (() => void)[] = [];

  /** @param write settles every item of its batch; it must not reject */
  constructor(write: (batch: T[]) => Promise<void>, limits: BatchLimits = defaultBatchLimits) {
    this.#write = write;
    this.#limits = limits;
  }

  /** @returns false, and takes nothing, when too much is waiting already */
  add(item: T): boolean {
    if (this.#waitingItems >= this.#limits.waitingItems || this.#waitingBytes + item.bytes > this.#limits.waitingBytes) return false;
    this.#waiting[item.kind].push(item);
    this.#waitingItems++;
    this.#waitingBytes += item.bytes;
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(this.#flush);
    }
    return true;
  }

  /** Resolves when nothing waits and nothing is being written. */
  idle(): Promise<void> {
    if (this.#waitingItems === 0 && this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  get waiting(): { items: number; bytes: number } {
    return { items: this.#waitingItems, bytes: this.#waitingBytes };
  }

  get #running(): number {
    return this.#inFlight.plain + this.#inFlight.ordered + this.#inFlight.lazy;
  }

  readonly #flush = (): void => {
    this.#isScheduled = false;
    while (this.#running < this.#limits.inFlight) {
      const kind = this.#nextKind();
      if (!kind) break;
      this.#start(kind);
    }
    if (this.#waitingItems > 0 || this.#running > 0) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  };

  /** The kinds that have places of their own go first: they cannot take more than those. */
  #nextKind(): BatchKind | undefined {
    if (this.#waiting.ordered.length > 0 && this.#inFlight.ordered === 0) return "ordered";
    if (this.#waiting.lazy.length > 0 && this.#inFlight.lazy < LAZY_IN_FLIGHT) return "lazy";
    return this.#waiting.plain.length > 0 ? "plain" : undefined;
  }

  #start(kind: BatchKind): void {
    const batch = this.#take(kind);
    this.#inFlight[kind]++;
    void this.#write(batch).finally(() => {
      this.#inFlight[kind]--;
      this.#flush();
    });
  }

  #take(kind: BatchKind): T[] {
    const queue = this.#waiting[kind];
    let rows = 0;
    let bytes = 0;
    let n = 0;
    // An item that is beyond a limit by itself is a batch by itself
    while (n < queue.length && n < this.#limits.items) {
      const item = queue[n] as T;
      if (n > 0 && (rows + item.rows > this.#limits.rows || bytes + item.bytes > this.#limits.bytes)) break;
      rows += item.rows;
      bytes += item.bytes;
      n++;
    }
    this.#waitingItems -= n;
    this.#waitingBytes -= bytes;
    return queue.splice(0, n);
  }
}

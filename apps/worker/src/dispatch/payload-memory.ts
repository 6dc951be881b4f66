import type { StoredEvent } from "@hooklane/db";

/** Both generations together. */
const MAX_BYTES = 64 * 1_024 * 1_024;
const HELD_BYTES = 256;
/** A payload that is erased from the ledger is gone from memory when this and one sweep are over. */
const MAX_AGE_MS = 60_000;

interface Generation {
  readonly events: Map<string, StoredEvent>;
  bytes: number;
  /** When it was begun, ms. */
  readonly since: number;
}

/**
 * Bodies in memory, bounded by bytes and age, in two generations: what is loaded goes into the younger one, and when that holds half of the bytes, or is half of the
 * age, it becomes the older one, and what was the older one goes as a whole. So keeping a body and finding it again are one step in a map each; a list by
 * last use with an age per entry cost as much per delivery as signing it.
 */
export class PayloadMemory {
  readonly #now: () => number;
  #younger: Generation;
  #older: Generation;

  /** @param now ms, any clock that does not go back */
  constructor(now: () => number) {
    this.#now = now;
    this.#younger = begin(now());
    this.#older = begin(now());
  }

  get size(): number {
    return this.#younger.events.size + this.#older.events.size;
  }

  get(id: string): StoredEvent | undefined {
    this.forgetOld();
    return this.#younger.events.get(id) ?? this.#older.events.get(id);
  }

  keep(event: StoredEvent): void {
    this.forgetOld();
    const bytes = (event.body?.length ?? 0) + HELD_BYTES;
    if (this.#younger.bytes + bytes > MAX_BYTES / 2) this.#turn();
    this.#younger.events.set(event.id, event);
    this.#younger.bytes += bytes;
  }

  /** Lets go of bodies that are too old; without it, those that nobody asks for again would stay until others need the room. */
  forgetOld(): void {
    const nowMs = this.#now();
    if (nowMs - this.#younger.since >= MAX_AGE_MS / 2) this.#turn();
    // Nothing came for so long that even what was younger is too old
    if (nowMs - this.#older.since >= MAX_AGE_MS) this.#older = begin(nowMs);
  }

  #turn(): void {
    this.#older = this.#younger;
    this.#younger = begin(this.#now());
  }
}

const begin = (nowMs: number): Generation => ({ events: new Map(), bytes: 0, since: nowMs });

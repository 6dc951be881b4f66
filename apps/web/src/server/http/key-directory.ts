import { LRUCache } from "lru-cache";
import { hashApiKey, isApiKey } from "./api-key.ts";
import type { Caller } from "./caller.ts";

/** A revoked key is refused after this long at the latest: counted from before the database was asked. */
const KNOWN_FOR_MS = 1_000;
const KEPT = 10_000;

/** Who is behind an API key. Keeps answers, also "nobody", for a moment, and asks once for many that wait for the same one. */
export class KeyDirectory {
  readonly #find: (hash: Uint8Array) => Promise<Caller | undefined>;
  readonly #nowMs: () => number;
  readonly #known: LRUCache<string, Caller>;
  /** Apart from the known ones, so that guessing cannot push those out. */
  readonly #unknown: LRUCache<string, true>;
  readonly #asking = new Map<string, Promise<Caller | undefined>>();
  #used = new Set<string>();

  /**
   * @param find looks a key's hash up; rejects when the database cannot be asked
   * @param nowMs a clock that never goes back
   */
  constructor(find: (hash: Uint8Array) => Promise<Caller | undefined>, nowMs: () => number = () => performance.now()) {
    this.#find = find;
    this.#nowMs = nowMs;
    const options = { max: KEPT, ttl: KNOWN_FOR_MS, ttlResolution: 0, perf: { now: nowMs } };
    this.#known = new LRUCache(options);
    this.#unknown = new LRUCache(options);
  }

  /** @returns undefined for whatever is no live key */
  async identify(key: string): Promise<Caller | undefined> {
    const hash = hashApiKey(key);
    const name = hash.toString("base64");
    const caller = this.#known.get(name) ?? (isApiKey(key) && !this.#unknown.has(name) ? await this.#ask(name, hash) : undefined);
    if (caller) this.#used.add(caller.keyId);
    return caller;
  }

  /** Ids of the keys used since the last call. */
  takeUsed(): string[] {
    const used = [...this.#used];
    this.#used = new Set();
    return used;
  }

  #ask(name: string, hash: Buffer): Promise<Caller | undefined> {
    const waiting = this.#asking.get(name);
    if (waiting) return waiting;
    const asked = this.#lookUp(name, hash).finally(() => this.#asking.delete(name));
    this.#asking.set(name, asked);
    return asked;
  }

  async #lookUp(name: string, hash: Buffer): Promise<Caller | undefined> {
    const start = this.#nowMs();
    const caller = await this.#find(hash);
    if (caller) this.#known.set(name, caller, { start });
    else this.#unknown.set(name, true, { start });
    return caller;
  }
}

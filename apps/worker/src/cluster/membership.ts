import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import {
  acquireShards,
  heartbeat,
  type OpenLease,
  readOpenLeases,
  readStillOpen,
  releaseShards,
  signOff,
  WORKER_TTL_MS,
} from "@hooklane/db";
import type pg from "pg";
import { shardsOf } from "./rendezvous.ts";

export const HEARTBEAT_MS = 2_000;
/** A worker that could not renew its heartbeat for this long stops claiming, well before others take its shards. */
export const CLAIM_LIMIT_MS = WORKER_TTL_MS - 3 * HEARTBEAT_MS;

export interface MembershipOptions {
  pool: pg.Pool;
  workerId: string;
  /** Monotonic milliseconds: a paused process must notice how long it was paused. */
  monotonicNow: () => number;
  /** Leases that others may still be working on in shards taken over, told again at every heartbeat for as long as they are open. */
  onForeignLeases: (leases: readonly OpenLease[]) => void;
  /** How many workers share the work now, this one included. */
  onLiveWorkers: (n: number) => void;
  /** Shards are this worker's from now; nothing is claimed from them before this resolves. */
  onGained: (shards: readonly number[]) => Promise<void>;
  /** Shards are about to be given up; nothing is claimed from them any more, and nobody else owns them before this resolves. */
  onLosing: (shards: readonly number[]) => Promise<void>;
  /** Others took these shards while this worker could not say that it lives. */
  onLost: (shards: readonly number[]) => void;
}

/** Which shards this worker owns. Ownership makes the policies exact; that nothing is sent twice at once is kept by the leases. */
export class Membership {
  readonly #options: MembershipOptions;
  readonly #incarnation = randomUUID();
  #owned: ReadonlySet<number> = new Set();
  #renewedAt = Number.NEGATIVE_INFINITY;
  #draining = false;
  #foreign: readonly OpenLease[] = [];

  constructor(options: MembershipOptions) {
    this.#options = options;
  }

  /** The shards this worker may claim from now: none when its heartbeat is too old to be sure. */
  get owned(): ReadonlySet<number> {
    return this.#options.monotonicNow() - this.#renewedAt < CLAIM_LIMIT_MS && !this.#draining ? this.#owned : new Set();
  }

  /** How long ago the latest heartbeat that succeeded began, in ms; Infinity before the first. */
  get silentMs(): number {
    return this.#options.monotonicNow() - this.#renewedAt;
  }

  /** One heartbeat: renews, gives up what others should own, takes what it should own and nobody living does. */
  async beat(): Promise<void> {
    const { pool, workerId, monotonicNow } = this.#options;
    const began = monotonicNow();
    const worker = { id: workerId, incarnation: this.#incarnation, hostname: hostname(), pid: process.pid, draining: this.#draining };
    const live = (await heartbeat(pool, worker, WORKER_TTL_MS)).filter(({ draining }) => !draining).map(({ id }) => id);
    this.#options.onLiveWorkers(Math.max(1, live.length));
    const wanted = this.#draining ? new Set<number>() : shardsOf(workerId, live);
    const dropped = [...this.#owned].filter((shard) => !wanted.has(shard));
    if (dropped.length > 0) {
      this.#owned = new Set([...this.#owned].filter((shard) => wanted.has(shard)));
      await this.#giveUp(dropped);
    }
    const owned = new Set(await acquireShards(pool, workerId, [...wanted], WORKER_TTL_MS));
    const gained = [...owned].filter((shard) => !this.#owned.has(shard));
    const lost = [...this.#owned].filter((shard) => !owned.has(shard));
    if (lost.length > 0) this.#options.onLost(lost);
    const stillOpen = await readStillOpen(pool, this.#foreign);
    this.#foreign = gained.length > 0 ? [...stillOpen, ...(await readOpenLeases(pool, gained))] : stillOpen;
    if (gained.length > 0) await this.#options.onGained(gained);
    if (this.#foreign.length > 0) this.#options.onForeignLeases(this.#foreign);
    this.#owned = owned;
    this.#renewedAt = began;
  }

  /** Stops claiming and gives all shards up; in-flight work goes on. */
  async drain(): Promise<void> {
    this.#draining = true;
    const owned = [...this.#owned];
    this.#owned = new Set();
    await this.#giveUp(owned);
  }

  /** What could not be stored is begun anew by the next owner: no reason to keep the shards. */
  async #giveUp(shards: readonly number[]): Promise<void> {
    const { pool, workerId, onLosing } = this.#options;
    await onLosing(shards).finally(() => releaseShards(pool, workerId, shards));
  }

  leave = (): Promise<void> => signOff(this.#options.pool, this.#options.workerId);
}

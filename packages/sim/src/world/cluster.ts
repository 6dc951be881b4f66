import type { EpochMs } from "@hooklane/core";
import type { Lane } from "./lane-spec.ts";
import type { SimWorker } from "./sim-worker.ts";
import { hashText } from "./transcript.ts";

/** A worker that was not heard of for this long counts as dead; its shards are free. */
export const workerTtlMs = 10_000;
export const heartbeatMs = 2_000;
export const shardCount = 64;

export function shardOf(key: string): number {
  return (hashText(key) >>> 0) % shardCount;
}

export interface ShardMove {
  readonly shard: number;
  /** Null when nobody owned it. */
  readonly from: SimWorker | null;
  readonly to: SimWorker;
}

/** Which live worker owns a shard: the highest of one hash per worker, so that a worker's death moves its own shards alone. */
export class Cluster {
  #live: SimWorker[] = [];
  #owners: (SimWorker | null)[] = new Array(shardCount).fill(null);

  ownerOf(lane: Lane): SimWorker | null {
    return this.#owners[lane.shard] ?? null;
  }

  get live(): readonly SimWorker[] {
    return this.#live;
  }

  /** Takes a worker in, or lets a dead one go. @returns the shards that change hands: nobody owns them until {@link give} */
  setLive(workers: readonly SimWorker[]): ShardMove[] {
    this.#live = [...workers];
    const moves: ShardMove[] = [];
    for (let shard = 0; shard < shardCount; shard++) {
      const to = best(shard, this.#live);
      const from = this.#owners[shard] ?? null;
      if (to === from || !to) continue;
      this.#owners[shard] = null;
      moves.push({ shard, from, to });
    }
    return moves;
  }

  /** The new owner takes a shard, unless it died meanwhile or the shard was promised to another. */
  give(shard: number, to: SimWorker): boolean {
    if (!to.isAlive || this.#owners[shard] !== null || best(shard, this.#live) !== to) return false;
    this.#owners[shard] = to;
    return true;
  }
}

/** The next heartbeat at or after a moment. */
export function nextHeartbeat(moment: EpochMs): EpochMs {
  return Math.ceil(moment / heartbeatMs) * heartbeatMs;
}

function best(shard: number, workers: readonly SimWorker[]): SimWorker | null {
  let winner: SimWorker | null = null;
  let highest = -1;
  for (const worker of workers) {
    const score = Math.imul(hashText(`${worker.id}/${shard}`), 0x9e37_79b1) >>> 0;
    if (score > highest) [winner, highest] = [worker, score];
  }
  return winner;
}

import { SHARDS } from "@hooklane/db";

/** 32-bit FNV-1a, finished with murmur3's mixer: neighbouring shard numbers must not go to the same worker. */
function weight(worker: string, shard: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < worker.length; i++) hash = Math.imul(hash ^ worker.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (shard & 0xff), 0x01000193);
  hash = Math.imul(hash ^ (shard >>> 8), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Which shards a worker should own: those for which it weighs most among the workers that live (highest random weight; Thaler and
 * Ravishankar, 1998). Every worker computes the same answer, and one that joins or leaves moves only its own share.
 */
export function shardsOf(worker: string, live: readonly string[]): Set<number> {
  const mine = new Set<number>();
  for (let shard = 0; shard < SHARDS; shard++) {
    let best = worker;
    let most = weight(worker, shard);
    for (const other of live) {
      const w = weight(other, shard);
      if (w > most || (w === most && other < best)) [best, most] = [other, w];
    }
    if (best === worker) mine.add(shard);
  }
  return mine;
}

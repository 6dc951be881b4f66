/** Upper edges (ms, inclusive) of the fixed latency buckets of the roll-ups; one more bucket holds what is above the last. */
export const latencyEdgesMs = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000, 3_600_000] as const;

export const LATENCY_BUCKETS = latencyEdgesMs.length + 1;

/** The number, from 1, of the bucket that holds a duration. */
export function latencyBucket(ms: number): number {
  let bucket = 1;
  for (const edge of latencyEdgesMs) {
    if (ms <= edge) return bucket;
    bucket++;
  }
  return bucket;
}

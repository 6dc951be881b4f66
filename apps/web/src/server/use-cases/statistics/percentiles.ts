import type { LatencyView } from "@hooklane/contracts";
import { latencyEdgesMs } from "@hooklane/db";

/** What is above the last edge is told as this many milliseconds. */
const BEYOND_MS = 2 * 3_600_000;

/**
 * The value below which a share of what was counted lies, taken as spread evenly within its bucket: exact to the bucket.
 * @param counts by latency bucket @param share above 0, up to 1 @returns milliseconds; null when nothing was counted
 */
export function percentileMs(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, n) => sum + n, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let below = 0;
  for (const [i, n] of counts.entries()) {
    if (n > 0 && below + n >= wanted) {
      const from = i === 0 ? 0 : (latencyEdgesMs[i - 1] ?? BEYOND_MS);
      const to = latencyEdgesMs[i] ?? BEYOND_MS;
      return Math.round(from + ((wanted - below) / n) * (to - from));
    }
    below += n;
  }
  return BEYOND_MS;
}

export function latencyView(counts: readonly number[]): LatencyView | null {
  const [p50, p95, p99] = [percentileMs(counts, 0.5), percentileMs(counts, 0.95), percentileMs(counts, 0.99)];
  return p50 === null || p95 === null || p99 === null ? null : { p50_ms: p50, p95_ms: p95, p99_ms: p99 };
}

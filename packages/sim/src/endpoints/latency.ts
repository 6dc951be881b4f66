import { logNormal } from "../world/random-stream.ts";
import type { Latency } from "./endpoint.ts";

/** Always the same. */
export function constantLatency(ms: number): Latency {
  return () => ms;
}

/** @param sigma of the logarithm: 0.5 gives a 99th percentile of 3.2 medians, 1 gives 10 */
export function logNormalLatency(medianMs: number, sigma: number): Latency {
  return (random) => Math.max(1, Math.round(logNormal(random, medianMs, sigma)));
}

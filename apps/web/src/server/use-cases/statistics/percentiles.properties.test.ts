import { LATENCY_BUCKETS, latencyBucket, latencyEdgesMs } from "@hooklane/db";
import fc from "fast-check";
import { expect, test } from "vitest";
import { latencyView, percentileMs } from "./percentiles.ts";

const counted = (durations: readonly number[]): number[] => {
  const counts = new Array<number>(LATENCY_BUCKETS).fill(0);
  for (const ms of durations) counts[latencyBucket(ms) - 1] = (counts[latencyBucket(ms) - 1] as number) + 1;
  return counts;
};

test("nothing counted has no percentile", () => {
  expect(percentileMs([], 0.5)).toBeNull();
  expect(latencyView(counted([]))).toBeNull();
});

test("a percentile lies in the bucket of the value that it estimates", () => {
  const last = latencyEdgesMs[latencyEdgesMs.length - 1] as number;
  const durations = fc.array(fc.integer({ min: 0, max: last }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.95, 0.99), (list, share) => {
      const exact = [...list].sort((a, b) => a - b)[Math.ceil(share * list.length) - 1] as number;
      const bucket = latencyBucket(exact);
      const estimate = percentileMs(counted(list), share) as number;
      expect(estimate).toBeLessThanOrEqual(latencyEdgesMs[bucket - 1] as number);
      expect(estimate).toBeGreaterThanOrEqual(bucket === 1 ? 0 : (latencyEdgesMs[bucket - 2] as number));
    }),
  );
});

test("higher percentiles are never below lower ones", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: LATENCY_BUCKETS, maxLength: LATENCY_BUCKETS }), (counts) => {
      const view = latencyView(counts);
      if (view) expect(view.p50_ms <= view.p95_ms && view.p95_ms <= view.p99_ms).toBe(true);
    }),
  );
});

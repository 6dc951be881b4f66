import fc from "fast-check";
import { expect, test } from "vitest";
import { latencyBoundsMs, latencyHistogram } from "./latency-histogram.ts";

const histogram = latencyHistogram(60_000);
const recorded = (durations: readonly number[], now = 0) =>
  durations.reduce((state, durationMs) => histogram.record(state, now, durationMs), histogram.empty);
const classOf = (durationMs: number) => latencyBoundsMs.findIndex((bound) => durationMs <= bound);

test("p99 lies in the class of the true p99, at any durations", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 300 }), (durations) => {
      const sorted = [...durations].sort((a, b) => a - b);
      const exact = sorted[Math.ceil(0.99 * sorted.length) - 1] as number;
      const p99 = histogram.quantileMs(recorded(durations), 0, 0.99) as number;
      expect(classOf(p99)).toBe(classOf(exact));
    }),
  );
});

test("one slow answer in two hundred does not move p99, one in fifty does", () => {
  const answers = (n: number) => [...new Array<number>(n - 1).fill(40), 8_000];
  expect(histogram.quantileMs(recorded(answers(200)), 0, 0.99)).toBeLessThanOrEqual(50);
  expect(histogram.quantileMs(recorded(answers(50)), 0, 0.99)).toBeGreaterThan(5_000);
});

test("nothing recorded has no quantile, what is longer than every class counts in the last, and time clears it", () => {
  expect(histogram.quantileMs(histogram.empty, 0, 0.99)).toBeNull();
  expect(histogram.isEmpty(histogram.empty, 0)).toBe(true);
  const state = recorded([120_000]);
  expect(histogram.count(state, 0)).toBe(1);
  expect(histogram.quantileMs(state, 0, 0.99)).toBeGreaterThan(10_000);
  expect(histogram.quantileMs(state, 60_000, 0.99)).toBeNull();
  expect(histogram.isEmpty(state, 60_000)).toBe(true);
});

test("memory is bounded: twenty-one numbers hold any number of durations", () => {
  const state = recorded(Array.from({ length: 20_000 }, (_, index) => index % 29_000));
  expect(state).toHaveLength(21);
  expect(state.every(Number.isSafeInteger)).toBe(true);
});

test("p99 of a flood is that of its proportions: what is rarer than one in a hundred does not move it, what is not does", () => {
  const flood = (slow: number) => recorded(Array.from({ length: 100_000 }, (_, i) => ((i * 37) % 1_000 < slow ? 4_000 : 30)));
  expect(histogram.quantileMs(flood(5), 0, 0.99)).toBeLessThanOrEqual(50);
  expect(histogram.quantileMs(flood(20), 0, 0.99)).toBeGreaterThan(2_000);
});

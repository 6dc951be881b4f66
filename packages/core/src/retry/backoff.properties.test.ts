import fc from "fast-check";
import { expect, test } from "vitest";
import { sfc32 } from "../random/sfc32.ts";
import { backoffMs } from "./backoff.ts";
import { jitters, type RetryPolicy } from "./retry-policy.ts";

const policies: fc.Arbitrary<RetryPolicy> = fc
  .record({
    base_ms: fc.integer({ min: 1, max: 3_600_000 }),
    factor: fc.double({ min: 1, max: 10, noNaN: true }),
    cap_ms: fc.integer({ min: 1, max: 86_400_000 }),
    window_ms: fc.constant(86_400_000),
    jitter: fc.constantFrom(...jitters),
  })
  .map((policy) => ({ ...policy, base_ms: Math.min(policy.base_ms, policy.cap_ms) }));

const previous = fc.option(fc.integer({ min: 0, max: 86_400_000 }));

test("a wait is a whole number within the bounds of its jitter, at any number of failures", () => {
  fc.assert(
    fc.property(policies, fc.integer({ min: 1, max: 10_000 }), previous, fc.integer(), (policy, failures, prevDelayMs, seed) => {
      const delayMs = backoffMs(policy, failures, prevDelayMs, sfc32(seed));
      const widthMs = Math.min(policy.cap_ms, policy.base_ms * policy.factor ** (failures - 1));
      const [lowest, highest] = {
        full: [0, widthMs],
        equal: [Math.floor(widthMs / 2), widthMs],
        decorrelated: [policy.base_ms, Math.min(policy.cap_ms, Math.max(policy.base_ms, 3 * (prevDelayMs ?? policy.base_ms)))],
      }[policy.jitter] as [number, number];
      expect(Number.isSafeInteger(delayMs)).toBe(true);
      expect(delayMs).toBeGreaterThanOrEqual(lowest);
      expect(delayMs).toBeLessThanOrEqual(highest);
    }),
  );
});

const byDefault: RetryPolicy = { base_ms: 1_000, factor: 2, cap_ms: 3_600_000, window_ms: 86_400_000, jitter: "full" };
const highest = () => 1 - 2 ** -32;

test("the widest wait doubles from one second to one hour, from the first failure on", () => {
  const widest = (failures: number) => Math.ceil(backoffMs(byDefault, failures, null, highest) / 1_000);
  expect([1, 2, 3, 4, 12, 13, 14, 100_000].map(widest)).toEqual([1, 2, 4, 8, 2_048, 3_600, 3_600, 3_600]);
});

test("full jitter may wait nothing, equal jitter waits at least half, decorrelated at least the base", () => {
  const lowest = (jitter: RetryPolicy["jitter"]) => backoffMs({ ...byDefault, jitter }, 4, 5_000, () => 0);
  expect([lowest("full"), lowest("equal"), lowest("decorrelated")]).toEqual([0, 4_000, 1_000]);
});

test("C56: 5,000 deliveries that failed together are spread: no second holds over three times the mean", () => {
  for (const jitter of jitters) {
    const random = sfc32(56);
    const bySecond = new Map<number, number>();
    for (let i = 0; i < 5_000; i++) {
      const second = Math.floor(backoffMs({ ...byDefault, jitter }, 7, 30_000, random) / 1_000);
      bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
    }
    const seconds = Math.max(...bySecond.keys()) - Math.min(...bySecond.keys()) + 1;
    expect(Math.max(...bySecond.values()), jitter).toBeLessThan((3 * 5_000) / seconds);
  }
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { replayBatchS, replaySpacing } from "./replay-rate.ts";

test("a batch is five seconds' worth, evenly spaced, and nothing more until some of it is due", () => {
  expect(replaySpacing(4, null, 1_000)).toEqual({ n: 20, firstDueMs: 1_000, everyMs: 250 });
  expect(replaySpacing(4, 6_000, 1_000).n).toBe(0);
  expect(replaySpacing(4, 6_000, 2_000)).toEqual({ n: 4, firstDueMs: 6_000, everyMs: 250 });
});

test("the slowest rate still gets on, one by one", () => {
  expect(replaySpacing(0.1, null, 0).n).toBe(1);
  expect(replaySpacing(0.1, 10_000, 4_000).n).toBe(0);
  expect(replaySpacing(0.1, 10_000, 5_001).n).toBe(1);
});

test("C46: over any time no more is made than rate x time and one batch, and no more becomes due than rate x time and one, whatever the pauses and the changes", () => {
  const looks = fc.array(fc.record({ waitMs: fc.integer({ min: 0, max: 20_000 }), share: fc.double({ min: 0, max: 1, noNaN: true }) }), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(fc.double({ min: 1, max: 200, noNaN: true }), looks, (perS, steps) => {
      const due: number[] = [];
      const made: number[] = [];
      let now = 0;
      let next: number | null = null;
      for (const { waitMs, share } of steps) {
        now += waitMs;
        const { n, firstDueMs, everyMs } = replaySpacing(perS, next, now);
        const taken = Math.floor(n * share); // the lane may leave room for less
        for (let i = 0; i < taken; i++) due.push(firstDueMs + i * everyMs);
        for (let i = 0; i < taken; i++) made.push(now);
        if (taken > 0) next = firstDueMs + taken * everyMs;
      }
      const within = (times: number[], from: number, to: number) => times.filter((at) => at >= from && at <= to).length;
      for (const from of new Set(made)) {
        for (const to of new Set(made)) {
          if (to < from) continue;
          expect(within(made, from, to)).toBeLessThanOrEqual((perS * (to - from)) / 1_000 + perS * replayBatchS + 1 + 1e-6);
          expect(within(due, from, to)).toBeLessThanOrEqual((perS * (to - from)) / 1_000 + 1 + 1e-6);
        }
      }
    }),
    { numRuns: 60 },
  );
});

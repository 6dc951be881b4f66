import fc from "fast-check";
import { expect, test } from "vitest";
import { forgive, mayOwe, mayOweAt, noDebt, owe, owedAt, perSecond, type RateDebt } from "./rate-debt.ts";

const limits = fc.record({
  perS: fc.double({ min: 0.01, max: 5_000, noNaN: true }),
  burst: fc.double({ min: 1, max: 5_000, noNaN: true }),
});
const start = 1_700_000_000_000;

test("over any span what passes is at most the burst and what the rate pays off meanwhile", () => {
  fc.assert(
    fc.property(limits, fc.array(fc.nat(500), { minLength: 1, maxLength: 60 }), (limit, gapsMs) => {
      let debt = noDebt;
      let now = start;
      const taken: number[] = [];
      for (const gapMs of gapsMs) {
        now += gapMs;
        if (!mayOwe(debt, 1, limit, now)) continue;
        debt = owe(debt, 1, limit, now);
        taken.push(now);
      }
      for (const [first, from] of taken.entries()) {
        for (const [last, to] of taken.entries()) {
          if (last < first) continue;
          expect(last - first + 1).toBeLessThanOrEqual(limit.burst + (limit.perS * (to - from)) / 1_000 + 1.001);
        }
      }
    }),
  );
});

test("a refusal names a moment later than now at which the same passes", () => {
  fc.assert(
    fc.property(limits, fc.nat(2_000), fc.integer({ min: 1, max: 2_000 }), fc.nat(10_000), (limit, taken, n, laterMs) => {
      const debt = owe(noDebt, taken, limit, start);
      const now = start + laterMs;
      const at = mayOweAt(debt, n, limit, now);
      expect(mayOwe(debt, n, limit, at)).toBe(true);
      expect(at > now).toBe(!mayOwe(debt, n, limit, now));
    }),
  );
});

test("something larger than the burst passes once nothing is owed, and holds up what comes after it", () => {
  const limit = perSecond(100);
  expect(mayOwe(owe(noDebt, 1, limit, 0), 500, limit, 0)).toBe(false);
  const debt = owe(noDebt, 500, limit, 0);
  expect(mayOwe(debt, 1, limit, 3_999)).toBe(false);
  expect(mayOwe(debt, 1, limit, 4_010)).toBe(true);
});

test("what was forgiven is as if never taken, and a clock that goes back neither pays off nor charges", () => {
  const limit = perSecond(10);
  expect(forgive(owe(noDebt, 3, limit, 5), 3)).toEqual(noDebt);
  const debt: RateDebt = owe(noDebt, 3, limit, 1_000);
  expect(owedAt(debt, 0)).toBe(3);
  expect(owe(debt, 1, limit, 0)).toEqual({ owed: 4, at: 1_000, perS: 10 });
});

test("a slow rate still lets one pass at a time", () => {
  expect(perSecond(0.1)).toEqual({ perS: 0.1, burst: 1 });
});

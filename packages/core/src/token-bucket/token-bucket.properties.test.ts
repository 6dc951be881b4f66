import fc from "fast-check";
import { expect, test } from "vitest";
import { availableAt, fullBucket, holds, putTokens, takeTokens, tokensAt } from "./token-bucket.ts";

const specs = fc.record({
  perS: fc.double({ min: 1 / 300, max: 1_000, noNaN: true }),
  burst: fc.double({ min: 1, max: 200, noNaN: true }),
});
const start = 1_700_000_000_000;
const steps = fc.array(fc.record({ gapMs: fc.nat(2_000), put: fc.double({ min: 0, max: 2, noNaN: true }) }), {
  minLength: 1,
  maxLength: 80,
});

test("over any span what is taken is at most the burst, what refills and what is put in", () => {
  fc.assert(
    fc.property(specs, steps, (spec, sequence) => {
      let state = fullBucket(spec, start);
      let now = start;
      const log: { at: number; put: number; taken: number }[] = [];
      for (const { gapMs, put } of sequence) {
        now += gapMs;
        state = putTokens(state, spec, now, put);
        const taken = holds(tokensAt(state, spec, now), 1) ? 1 : 0;
        if (taken) state = takeTokens(state, spec, now);
        log.push({ at: now, put, taken });
      }
      for (let from = 0; from < log.length; from++) {
        let taken = 0;
        let put = 0;
        for (let to = from; to < log.length; to++) {
          const entry = log[to] as (typeof log)[number];
          taken += entry.taken;
          put += entry.put;
          const spanS = (entry.at - (log[from] as (typeof log)[number]).at) / 1_000;
          expect(taken).toBeLessThanOrEqual(spec.burst + spec.perS * spanS + put + 1e-3);
        }
      }
    }),
  );
});

test("the moment named is later than now, and then the tokens are there", () => {
  fc.assert(
    fc.property(specs, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(5_000), (spec, tokens, laterMs) => {
      const state = { tokens, at: start };
      const now = start + laterMs;
      const at = availableAt(state, spec, now) as number;
      expect(at > now).toBe(!holds(tokensAt(state, spec, now), 1));
      expect(holds(tokensAt(state, spec, at), 1)).toBe(true);
    }),
  );
});

test("what never comes has no moment: more than it holds, or without refill", () => {
  expect(availableAt({ tokens: 0, at: 0 }, { perS: 1, burst: 5 }, 0, 6)).toBeNull();
  expect(availableAt({ tokens: 0, at: 0 }, { perS: 0, burst: 5 }, 0)).toBeNull();
});

test("it never holds more than its burst, and a clock that goes back neither refills nor loses", () => {
  const spec = { perS: 10, burst: 5 };
  expect(tokensAt(fullBucket(spec, start), spec, start + 9_000)).toBe(5);
  expect(takeTokens(fullBucket(spec, start), spec, start + 9_000)).toEqual({ tokens: 4, at: start + 9_000 });
  expect(putTokens(fullBucket(spec, start), spec, start + 9_000, 3)).toEqual({ tokens: 5, at: start + 9_000 });
  expect(takeTokens({ tokens: 3, at: start }, spec, start - 60_000)).toEqual({ tokens: 2, at: start });
});

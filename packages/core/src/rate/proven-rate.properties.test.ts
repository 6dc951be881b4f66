import fc from "fast-check";
import { expect, test } from "vitest";
import { dayMs, hourMs } from "../time/durations.ts";
import { type ProvenRateState, provenRate } from "./proven-rate.ts";

/** The begin of a day, so that days of the test are days of the policy. */
const start = 19_700 * dayMs;

function succeeded(n: number, at: number, from: ProvenRateState = provenRate.initial()) {
  let state = from;
  for (let i = 0; i < n; i++) state = provenRate.succeeded(state, at + i);
  return state;
}

const gapMs = fc.oneof(fc.nat(20 * hourMs), fc.nat(20_000));
const bursts = fc.array(fc.record({ gapMs, n: fc.integer({ min: 1, max: 40 }) }), { maxLength: 40 });

/** The most that any span of this length held, a span being open at its end. */
function mostIn(spanMs: number, times: readonly number[]): number {
  let first = 0;
  return times.reduce((most, time, i) => {
    while ((times[first] as number) <= time - spanMs) first++;
    return Math.max(most, i - first + 1);
  }, 0);
}

test("proven is the best successful minute of 7 days, beginning at any ten seconds", () => {
  fc.assert(
    fc.property(bursts, fc.nat(8 * 24 * hourMs), (sequence, laterMs) => {
      let state = provenRate.initial();
      let now = start;
      const slots = new Map<number, number>();
      for (const { gapMs, n } of sequence) {
        now += gapMs;
        state = succeeded(n, now, state);
        for (let i = 0; i < n; i++) slots.set(Math.floor((now + i) / 10_000), (slots.get(Math.floor((now + i) / 10_000)) ?? 0) + 1);
      }
      now += laterMs;
      const oldest = Math.floor(now / dayMs) - 7;
      const minuteTo = (slot: number) => [0, 1, 2, 3, 4, 5].reduce((sum, back) => sum + (slots.get(slot - back) ?? 0), 0);
      const within = [...slots.keys()].filter((slot) => Math.floor((slot * 10_000) / dayMs) > oldest).map(minuteTo);
      expect(provenRate.perS(JSON.parse(JSON.stringify(state)), now)).toBeCloseTo(Math.max(0, ...within) / 60, 9);
      expect(state.best.length).toBeLessThanOrEqual(14);
      expect(state.counts.length).toBeLessThanOrEqual(6);
    }),
  );
});

test("proven is never more than a minute held, and never less than fifty seconds of it, wherever the clock's minutes begin", () => {
  const gaps = fc.array(fc.oneof(fc.nat(2_000), fc.nat(90_000)), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(gaps, fc.nat(60_000), (sequence, offsetMs) => {
      let now = start + hourMs + offsetMs;
      const times = sequence.map((gapMs) => {
        now += gapMs;
        return now;
      });
      const state = times.reduce(provenRate.succeeded, provenRate.initial());
      const inMinute = Math.round(provenRate.perS(state, now) * 60);
      expect(inMinute).toBeLessThanOrEqual(mostIn(60_000, times));
      expect(inMinute).toBeGreaterThanOrEqual(mostIn(50_000, times));
    }),
  );
});

test("proven never falls while the circuit is not closed, however long that lasts", () => {
  fc.assert(
    fc.property(bursts, fc.nat(400), fc.array(fc.nat(3 * hourMs), { maxLength: 10 }), (sequence, days, late) => {
      let state = provenRate.initial();
      let now = start;
      for (const { gapMs, n } of sequence) {
        now += gapMs;
        state = succeeded(n, now, state);
      }
      const before = provenRate.perS(state, now);
      state = provenRate.freeze(state, now);
      for (const gapMs of late) {
        now += gapMs;
        expect(provenRate.succeeded(state, now)).toBe(state);
        expect(provenRate.perS(state, now)).toBe(before);
      }
      now += days * dayMs;
      expect(provenRate.perS(state, now)).toBe(before);
      state = provenRate.thaw(state, now);
      expect(provenRate.perS(state, now)).toBe(before);
    }),
  );
});

test("after an outage the seven days go on from where they stood", () => {
  const state = succeeded(60, start);
  const thawed = provenRate.thaw(provenRate.freeze(state, start + dayMs), start + 31 * dayMs);
  expect(provenRate.perS(thawed, start + 36 * dayMs)).toBe(1);
  expect(provenRate.perS(thawed, start + 37 * dayMs)).toBe(0);
  expect(provenRate.isIdle(thawed, start + 37 * dayMs)).toBe(true);
  expect(provenRate.thaw(thawed, start + 37 * dayMs)).toBe(thawed);
});

test("an idle state may be forgotten, a frozen one not", () => {
  expect(provenRate.isIdle(provenRate.initial(), start)).toBe(true);
  expect(provenRate.isIdle(succeeded(1, start), start)).toBe(false);
  const frozen = provenRate.freeze(provenRate.initial(), start);
  expect(provenRate.freeze(frozen, start + 1)).toBe(frozen);
  expect(provenRate.isIdle(frozen, start)).toBe(false);
});

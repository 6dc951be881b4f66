import fc from "fast-check";
import { expect, test } from "vitest";
import { timeWindow } from "./time-window.ts";

const spanMs = 60_000;
const start = 1_700_000_000_000;
const counts = fc.array(fc.record({ waitMs: fc.nat(20_000), counter: fc.nat(4), n: fc.integer({ min: 1, max: 50 }) }), { maxLength: 60 });

test("a window expires by time: what is counted is everything of the last 9/10 of the span and nothing older than the span", () => {
  fc.assert(
    fc.property(counts, fc.nat(90_000), fc.constantFrom(3 as const, 4 as const, 5 as const), (sequence, waitMs, perNumber) => {
      const window = timeWindow({ spanMs, counters: 5, perNumber });
      let state = window.empty;
      let now = start;
      const log: { at: number; counter: number; n: number }[] = [];
      for (const { waitMs: pauseMs, counter, n } of sequence) {
        now += pauseMs;
        state = window.add(state, now, counter, n);
        log.push({ at: now, counter, n });
      }
      now += waitMs;
      const sums = window.sums(JSON.parse(JSON.stringify(state)), now);
      for (let counter = 0; counter < 5; counter++) {
        const within = (ageMs: number) =>
          log.reduce((sum, each) => sum + (each.counter === counter && now - each.at < ageMs ? each.n : 0), 0);
        expect(sums[counter]).toBe(window.sum(state, now, counter));
        expect(sums[counter]).toBeGreaterThanOrEqual(within(spanMs * 0.9));
        expect(sums[counter]).toBeLessThanOrEqual(within(spanMs));
      }
      if (window.isEmpty(state, now)) expect(sums).toEqual([0, 0, 0, 0, 0]);
    }),
  );
});

test("counters side by side do not touch each other, and at the highest count they stand still", () => {
  for (const [perNumber, highest] of [
    [3, 131_071],
    [4, 8_191],
    [5, 1_023],
  ] as const) {
    const window = timeWindow({ spanMs, counters: 4, perNumber });
    let state = window.add(window.empty, start, 0, 5);
    state = window.add(state, start, 1, 1_000_000);
    state = window.add(window.add(state, start, 1), start, 2, 7);
    expect(window.sums(state, start)).toEqual([5, highest, 7, 0]);
  }
});

test("where proportions alone matter, a counter at its highest halves its bucket instead of standing still", () => {
  const window = timeWindow({ spanMs, counters: 6, perNumber: 5, halves: true });
  let state = window.add(window.empty, start, 5, 3);
  for (let i = 0; i < 1_000; i++) state = window.add(window.add(state, start, 0, 3), start, 1);
  const [often, seldom, , , , rare] = window.sums(state, start) as [number, number, number, number, number, number];
  expect(often / seldom).toBeCloseTo(3, 1);
  expect(often).toBeGreaterThan(500);
  expect(rare).toBe(1);
});

test("one counter can be kept while the others are forgotten", () => {
  const window = timeWindow({ spanMs, counters: 5 });
  let state = window.empty;
  for (let i = 0; i < 5; i++) state = window.add(state, start + i * 9_000, i, i + 1);
  for (let i = 0; i < 5; i++) {
    const expected = [0, 0, 0, 0, 0];
    expected[i] = i + 1;
    expect(window.sums(window.only(state, i), start + 40_000)).toEqual(expected);
  }
});

test("an idle window costs nothing, a used one the same however much it counted", () => {
  const window = timeWindow({ spanMs, counters: 3 });
  expect(window.empty).toEqual([]);
  let state = window.empty;
  for (let i = 0; i < 1_000; i++) state = window.add(state, start + i * 100, i % 3);
  expect(state).toHaveLength(11);
  expect(window.isEmpty(state, start + 100_000 + spanMs)).toBe(true);
});

test("C54: a clock that steps back neither loses counts nor makes them last longer than from the newest moment known", () => {
  const window = timeWindow({ spanMs, counters: 1 });
  let state = window.add(window.empty, start, 0);
  state = window.add(state, start - 3_600_000, 0);
  expect(window.sum(state, start - 3_600_000, 0)).toBe(2);
  expect(window.sum(state, start + 1_000, 0)).toBe(2);
  expect(window.sum(state, start + spanMs, 0)).toBe(0);
});

test("counting does not change the state that was passed in", () => {
  const window = timeWindow({ spanMs, counters: 2 });
  const before = window.add(window.empty, start, 0);
  const written = JSON.stringify(before);
  window.add(before, start + 6_000, 1);
  expect(JSON.stringify(before)).toBe(written);
  expect(window.add(before, start, 0, 0)).toBe(before);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { minReplayPerS, nextReplayPace } from "./replay-pace.ts";

test("a lane that runs out of work is fed twice as fast, up to the plan's ceiling", () => {
  expect(nextReplayPace(50, { finishedPerS: 50, isLaneBusy: false }, 1_000)).toBe(100);
  expect(nextReplayPace(800, { finishedPerS: 800, isLaneBusy: false }, 1_000)).toBe(1_000);
});

test("the pace follows what a busy lane finishes, with a little room, by at most a factor of two at once", () => {
  expect(nextReplayPace(50, { finishedPerS: 44, isLaneBusy: true }, 1_000)).toBe(55);
  expect(nextReplayPace(50, { finishedPerS: 0, isLaneBusy: true }, 1_000)).toBe(25);
  expect(nextReplayPace(50, { finishedPerS: 900, isLaneBusy: true }, 1_000)).toBe(100);
});

test("an endpoint that finishes nothing is soon fed one delivery per second, and never none", () => {
  let perS = 10_000;
  for (let i = 0; i < 20; i++) perS = nextReplayPace(perS, { finishedPerS: 0, isLaneBusy: true }, 10_000);
  expect(perS).toBe(minReplayPerS);
});

test("the pace stays between one per second and the plan's ceiling, whatever is seen", () => {
  const rates = fc.double({ min: 0, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 1e5, noNaN: true }),
      rates,
      fc.boolean(),
      fc.integer({ min: 1, max: 10_000 }),
      (perS, finishedPerS, isLaneBusy, ceiling) => {
        const next = nextReplayPace(perS, { finishedPerS, isLaneBusy }, ceiling);
        expect(next).toBeGreaterThanOrEqual(minReplayPerS);
        expect(next).toBeLessThanOrEqual(ceiling);
      },
    ),
  );
});

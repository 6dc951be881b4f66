import { describe, expect, it } from "vitest";
import { delayFigures, longestStallMs, recoveryMs } from "./figures.ts";

const arrived = (...pairs: [number, number][]) => pairs.map(([acceptedAtMs, firstOkAtMs]) => ({ acceptedAtMs, firstOkAtMs }));

describe("delay figures", () => {
  it("are nearest ranks", () => {
    const hundred = Array.from({ length: 100 }, (_, n): [number, number] => [1_000, 1_001 + n]);
    expect(delayFigures(arrived(...hundred))).toEqual({ p50Ms: 50, p99Ms: 99, maxMs: 100 });
    expect(delayFigures(arrived([10, 17]))).toEqual({ p50Ms: 7, p99Ms: 7, maxMs: 7 });
  });

  it("take a copy that came before its 202 was read for a delay of 0", () => {
    expect(delayFigures(arrived([10, 8]))?.maxMs).toBe(0);
  });

  it("are absent when nothing arrived", () => {
    expect(delayFigures([])).toBeNull();
  });
});

describe("the longest stall", () => {
  it("is the longest gap between arrivals while something was on its way", () => {
    expect(longestStallMs(arrived([0, 10], [1, 11], [2, 500], [3, 501]))).toBe(489);
  });

  it("does not count a time with nothing to do", () => {
    expect(longestStallMs(arrived([0, 10], [10_000, 10_005]))).toBe(10);
  });

  it("counts from the accept that ended a time with nothing to do", () => {
    expect(longestStallMs(arrived([0, 10], [1_000, 1_300], [1_200, 1_301]))).toBe(300);
  });

  it("is seen even when the newest event overtakes the stalled one", () => {
    expect(longestStallMs(arrived([0, 1_000], [900, 950]))).toBe(950);
  });

  it("is 0 when nothing arrived", () => {
    expect(longestStallMs([])).toBe(0);
  });
});

describe("recovery", () => {
  it("lasts until the last event accepted before the end of the faults has arrived", () => {
    expect(recoveryMs(arrived([0, 10], [90, 350], [120, 900]), 100)).toBe(250);
  });

  it("is 0 when everything had arrived by then", () => {
    expect(recoveryMs(arrived([0, 10]), 100)).toBe(0);
  });
});

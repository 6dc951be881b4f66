import fc from "fast-check";
import { expect, test } from "vitest";
import { LaneSeries, OTHER } from "./lane-series.ts";

const lanes = fc.integer({ min: 0, max: 40 }).map((n) => `lane${n}`);
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("count" as const), lane: lanes }),
    fc.record({ do: fc.constant("rank" as const), scores: fc.dictionary(lanes, fc.nat(3)) }),
  ),
);

test("there are never more series than places, whatever lanes come and go, and a lane is told apart exactly while it has a place", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), steps, (max, sequence) => {
      const series = new LaneSeries(max);
      let open = new Set<string>();
      for (const step of sequence) {
        if (step.do === "count") {
          const name = series.of(step.lane);
          expect(name === step.lane || (name === OTHER && open.size === max && !open.has(step.lane))).toBe(true);
          if (name !== OTHER) open.add(name);
        } else {
          for (const lost of series.rank(new Map(Object.entries(step.scores)))) expect(open.delete(lost)).toBe(true);
        }
        const named = new Set(series.named);
        expect(named.size).toBeLessThanOrEqual(max);
        for (const lane of open) expect(named.has(lane)).toBe(true);
        open = named;
      }
    }),
  );
});

test("a ranking gives the places to the lanes with the highest scores", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.uniqueArray(lanes), fc.dictionary(lanes, fc.nat(9)), (max, before, scored) => {
      const series = new LaneSeries(max);
      for (const lane of before) series.of(lane);
      const scores = new Map(Object.entries(scored));
      series.rank(scores);
      const named = new Set(series.named);
      const scoreOf = (lane: string): number => scores.get(lane) ?? 0;
      const lowest = Math.min(...[...named].map(scoreOf));
      for (const [lane, score] of scores) if (!named.has(lane) && score > 0) expect(score).toBeLessThanOrEqual(lowest);
    }),
  );
});

test("of lanes with equal scores the one that has a place keeps it, and one that stays without work gives it up in the end", () => {
  const series = new LaneSeries(1);
  expect(series.of("a")).toBe("a");
  expect(
    series.rank(
      new Map([
        ["b", 2],
        ["a", 2],
      ]),
    ),
  ).toEqual([]);
  let rankings = 0;
  while (series.rank(new Map()).length === 0) rankings++;
  expect(rankings).toBe(60);
  expect(series.of("b")).toBe("b");
});

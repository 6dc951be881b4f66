import fc from "fast-check";
import { expect, test } from "vitest";
import { axisMarks, segmentsOf, timeMarks } from "./scale.ts";

test("an axis begins at 0, reaches what it shows, and not twice as far again", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e12, noNaN: true }), (max) => {
      const marks = axisMarks(max);
      const [step = 0] = marks.slice(1);
      expect(marks[0]).toBe(0);
      expect(marks.at(-1)).toBeGreaterThanOrEqual(max);
      expect((marks.at(-1) as number) - step).toBeLessThan(max);
      expect(marks.length).toBeLessThanOrEqual(5);
    }),
  );
});

test("nothing to show still has an axis", () => {
  expect([0, -1, Number.NaN].map((max) => axisMarks(max))).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
  ]);
});

test("a line is broken where nothing is known, and nowhere else", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(9))), (values) => {
      const segments = segmentsOf(values);
      expect(segments.flat().map(({ value }) => value)).toEqual(values.filter((value) => value !== null));
      for (const segment of segments)
        for (const [i, { index }] of segment.entries()) expect(index).toBe((segment[0] as { index: number }).index + i);
    }),
  );
});

test("there are never more marks of time than asked for", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 12 }), (buckets, count) => {
      expect(timeMarks(buckets, count).length).toBeLessThanOrEqual(count);
    }),
  );
});

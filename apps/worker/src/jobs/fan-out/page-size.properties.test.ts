import fc from "fast-check";
import { expect, test } from "vitest";
import { nextPageSize } from "./page-size.ts";

test("whatever a row costs, pages settle at transactions of at most the aim, or at the smallest page", () => {
  fc.assert(
    fc.property(fc.integer({ min: 50, max: 1_000 }), fc.double({ min: 0.001, max: 100, noNaN: true }), (first, msPerRow) => {
      let size = first;
      for (let page = 0; page < 6; page++) size = nextPageSize(size, size * msPerRow);
      expect(size).toBeGreaterThanOrEqual(50);
      expect(size).toBeLessThanOrEqual(1_000);
      if (size > 50) expect(size * msPerRow).toBeLessThanOrEqual(1_000);
      if (msPerRow <= 1) expect(size).toBe(1_000);
    }),
  );
});

test("a page that took too long shrinks the next at once, one that was quick at most doubles it", () => {
  expect(nextPageSize(1_000, 3_500)).toBe(285);
  expect(nextPageSize(100, 1)).toBe(200);
});

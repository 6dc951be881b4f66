import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeTail } from "./merge-tail.ts";

interface Row {
  id: string;
  version: number;
}

const ids = fc.uniqueArray(
  fc.integer({ min: 0, max: 40 }).map((n) => String(n).padStart(3, "0")),
  { minLength: 1, maxLength: 12 },
);
const page = (list: string[], version: number): Row[] =>
  [...list]
    .sort()
    .reverse()
    .map((id) => ({ id, version }));

test("no row appears or moves while one reads; what is known is up to date; what is newer is counted", () => {
  fc.assert(
    fc.property(ids, ids, (shownIds, freshIds) => {
      const shown = page(shownIds, 1);
      const fresh = page(freshIds, 2);
      const { rows, newCount } = mergeTail(shown, fresh);
      const order = rows.map((row) => row.id);
      expect(order).toEqual(shown.map((row) => row.id).filter((id) => order.includes(id)));
      for (const row of rows) expect(row.version).toBe(freshIds.includes(row.id) ? 2 : 1);
      expect(newCount).toBe(freshIds.filter((id) => id > (shown[0]?.id ?? "")).length);
    }),
  );
});

test("a row that no longer matches goes; one that only slid off the first page stays", () => {
  const shown = page(["001", "005", "006"], 1);
  expect(mergeTail(shown, page(["005", "009"], 2)).rows.map((row) => row.id)).toEqual(["005", "001"]);
});

test("a list that was empty is shown as it is", () => {
  expect(mergeTail([], page(["001"], 2))).toEqual({ rows: page(["001"], 2), newCount: 0 });
});

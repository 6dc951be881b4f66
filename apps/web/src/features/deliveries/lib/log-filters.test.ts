import { expect, test } from "vitest";
import { isFiltered, logParsers, logQuery, noFilters } from "./log-filters.ts";

const NOW = Date.UTC(2026, 10, 30, 12);

test("without filters nothing but the tenant is asked for", () => {
  expect(logQuery("ten_1", noFilters, NOW)).toEqual({ tenantId: "ten_1" });
  expect(isFiltered(noFilters)).toBe(false);
  expect(isFiltered({ ...noFilters, cursor: "x" })).toBe(false);
});

test("a range counts back from now and stands before written times", () => {
  const query = logQuery("ten_1", { ...noFilters, range: "1h", since: "2020-01-01T00:00:00Z", until: "2020-01-02T00:00:00Z" }, NOW);
  expect(query).toEqual({ tenantId: "ten_1", since: "2026-11-30T11:00:00.000Z" });
});

test("what an address holds that is no state, range or time is as if it were absent", () => {
  expect(logParsers.state.parse("dead,nonsense,pending")).toEqual(["dead", "pending"]);
  expect(logParsers.range.parse("forever")).toBeNull();
  expect(logQuery("ten_1", { ...noFilters, since: "yesterday-ish" }, NOW)).toEqual({ tenantId: "ten_1" });
});

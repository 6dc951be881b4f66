import { expect, test } from "vitest";
import { exportAddress, isFiltered, logParsers, logQuery, noFilters, replayAddress } from "./log-filters.ts";

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

test("a status, an id or a job that is none is not asked for", () => {
  const wrong = { ...noFilters, status: "40x", id: "sub_1", job: "job_1", event: "evt_1" };
  expect(logQuery("ten_1", wrong, NOW)).toEqual({ tenantId: "ten_1" });
  expect(logQuery("ten_1", { ...noFilters, status: "4xx", id: "evt_06" }, NOW)).toEqual({ tenantId: "ten_1", status: "4xx", id: "evt_06" });
});

test("the file and the bulk replay are of what the filters say, whatever page is read", () => {
  const filters = { ...noFilters, state: ["dead", "pending"], endpoint: "sub_1", type: "a.b", range: "1h", cursor: "x" } as const;
  const mutable = { ...filters, state: [...filters.state] };
  expect(exportAddress("ten_1", mutable, NOW)).toBe(
    "/api/exports/deliveries?tenantId=ten_1&endpointId=sub_1&type=a.b&since=2026-11-30T11%3A00%3A00.000Z&state=dead%2Cpending",
  );
  expect(replayAddress("ten_1", mutable, NOW)).toBe(
    "/ten_1/replays/new?endpoint=sub_1&types=a.b&states=dead&since=2026-11-30T11%3A00%3A00.000Z",
  );
  expect(replayAddress("ten_1", noFilters, NOW)).toBe("/ten_1/replays/new");
});

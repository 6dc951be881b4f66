import { expect, test } from "vitest";
import { judgeLiveness, type LivenessFacts, Reachability } from "./liveness.ts";

const healthy: LivenessFacts = {
  limitMs: 60_000,
  isServing: true,
  oldestAdmissibleMs: 0,
  searchSilentMs: 800,
  heartbeatSilentMs: 1_500,
  databaseReachableMs: 3_600_000,
};
const failing = (facts: Partial<LivenessFacts>) =>
  Object.entries(judgeLiveness({ ...healthy, ...facts }).checks).flatMap(([name, check]) => (check === true ? [] : [name]));

test("a worker that leaves sendable work lying, or hears nothing from a database that answers others, is dead", () => {
  expect(judgeLiveness(healthy).ok).toBe(true);
  expect(failing({ oldestAdmissibleMs: 60_001 })).toEqual(["work"]);
  expect(failing({ searchSilentMs: 60_001 })).toEqual(["search"]);
  expect(failing({ heartbeatSilentMs: 60_001 })).toEqual(["heartbeat"]);
});

test("C52: while the database is away the worker lives, however long, and gets the whole time again when it is back", () => {
  const away = { searchSilentMs: 7_200_000, heartbeatSilentMs: 7_200_000 };
  expect(failing({ ...away, databaseReachableMs: 0 })).toEqual([]);
  expect(failing({ ...away, databaseReachableMs: 60_000 })).toEqual([]);
  expect(failing({ ...away, databaseReachableMs: 60_001 })).toEqual(["search", "heartbeat"]);
});

test("a worker that starts or drains is not held to account", () => {
  expect(failing({ isServing: false, oldestAdmissibleMs: 9e9, searchSilentMs: 9e9, heartbeatSilentMs: Number.POSITIVE_INFINITY })).toEqual(
    [],
  );
});

test("the database counts as reachable since its answers came without a gap, and not at all when it did not answer or was not asked lately", () => {
  const reachability = new Reachability();
  expect(reachability.forMs(0)).toBe(0);
  for (let at = 5_000; at <= 30_000; at += 5_000) reachability.asked(true, at);
  expect(reachability.forMs(32_000)).toBe(27_000);
  expect(reachability.forMs(45_001)).toBe(0);
  reachability.asked(true, 60_000);
  expect(reachability.forMs(61_000)).toBe(1_000);
  reachability.asked(false, 62_000);
  expect(reachability.forMs(62_001)).toBe(0);
  reachability.asked(true, 63_000);
  expect(reachability.forMs(65_000)).toBe(2_000);
});

import { expect, test } from "vitest";
import { laneTraffic } from "./lane-traffic.ts";

const recent = laneTraffic(60_000);
const start = 1_700_000_000_000;

test("arrivals and results are counted side by side, and expire by time", () => {
  let traffic = recent.arrived(recent.empty, 7, start);
  for (const end of ["succeeded", "succeeded", "refused", "failed"] as const) traffic = recent.ended(traffic, end, start + 1_000);
  expect(recent.results(traffic, start + 2_000)).toEqual({ succeeded: 2, refused: 1, failed: 1 });
  expect(recent.arrivalPerS(traffic, start, start + 7_000)).toBe(1);
  expect(recent.results(traffic, start + 62_000)).toEqual({ succeeded: 0, refused: 0, failed: 0 });
  expect(recent.isEmpty(traffic, start + 62_000)).toBe(true);
  expect(recent.isEmpty(traffic, start + 2_000)).toBe(false);
});

test("what is offered is spread over the whole span: a burst to a young lane is no higher rate than the same to an old one", () => {
  const burst = recent.arrived(recent.empty, 60, start);
  expect(recent.offeredPerS(burst, start)).toBe(1);
  expect(recent.arrivalPerS(burst, start, start)).toBe(30);
  expect(recent.offeredPerS(burst, start + 60_000)).toBe(0);
});

test("results can be forgotten while arrivals stay", () => {
  let traffic = recent.arrived(recent.empty, 60, start);
  for (const end of ["succeeded", "refused", "failed"] as const) traffic = recent.ended(traffic, end, start + 9_000);
  const begun = recent.withoutResults(traffic);
  expect(recent.results(begun, start + 9_000)).toEqual({ succeeded: 0, refused: 0, failed: 0 });
  expect(recent.arrivalPerS(begun, start, start + 9_000)).toBe(recent.arrivalPerS(traffic, start, start + 9_000));
});

test("a lane that is never refused keeps eleven numbers, whatever it is sent", () => {
  let traffic = recent.empty;
  for (let i = 0; i < 5_000; i++) traffic = recent.ended(recent.arrived(traffic, 3, start + i), i % 3 ? "succeeded" : "failed", start + i);
  expect(traffic.counts).toHaveLength(11);
  expect(traffic.refused).toEqual([]);
});

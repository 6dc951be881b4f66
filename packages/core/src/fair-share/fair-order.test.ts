import { expect, test } from "vitest";
import { FairOrder } from "./fair-order.ts";

const asking = (tenants: { [tenantId: string]: string[] }) => new Map(Object.entries(tenants).map(([id, lanes]) => [id, new Set(lanes)]));
const order = (line: ReturnType<FairOrder["line"]>) => line.map(({ tenantId, lanes }) => [tenantId, ...lanes.map(({ laneId }) => laneId)]);

test("who was served goes behind those who were not, whatever order they ask in", () => {
  const fair = new FairOrder();
  fair.line(asking({ a: ["a1", "a2"], b: ["b1"] }));
  fair.served("a", "a1", "first");
  expect(order(fair.line(asking({ a: ["a1", "a2"], b: ["b1"] })))).toEqual([
    ["b", "b1"],
    ["a", "a2", "a1"],
  ]);
});

test("who asked in vain keeps the place, newcomers come last", () => {
  const fair = new FairOrder();
  fair.line(asking({ a: ["a1"], b: ["b1"] }));
  fair.served("a", "a1", "first");
  expect(order(fair.line(asking({ c: ["c1"], a: ["a1"], b: ["b1"] })))).toEqual([
    ["b", "b1"],
    ["a", "a1"],
    ["c", "c1"],
  ]);
});

test("who asks no more has left, so memory is bounded by who asks", () => {
  const fair = new FairOrder();
  fair.line(asking({ a: ["a1", "a2"], b: ["b1"] }));
  expect(order(fair.line(asking({ b: ["b1"] })))).toEqual([["b", "b1"]]);
  expect(order(fair.line(asking({ a: ["a2"], b: ["b1"] })))).toEqual([
    ["b", "b1"],
    ["a", "a2"],
  ]);
});

test("a lane's place remembers the class that was served last", () => {
  const fair = new FairOrder();
  expect(fair.line(asking({ a: ["a1"] }))[0]?.lanes).toEqual([{ laneId: "a1", lastClass: null }]);
  fair.served("a", "a1", "retry");
  expect(fair.line(asking({ a: ["a1"] }))[0]?.lanes).toEqual([{ laneId: "a1", lastClass: "retry" }]);
});

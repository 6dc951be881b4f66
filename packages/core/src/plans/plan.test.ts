import { expect, test } from "vitest";
import { type Plan, planNames, plans, resolvePlan } from "./plan.ts";

const rows = (key: keyof Plan) => planNames.map((name) => plans[name][key]);

test("plans are data: lane cap, tenant in flight, delivery rate, ingest and subscriptions of free, team and scale", () => {
  expect(planNames).toEqual(["free", "team", "scale"]);
  expect(rows("lane_cap")).toEqual([20, 100, 500]);
  expect(rows("tenant_in_flight")).toEqual([50, 500, 5_000]);
  expect(rows("deliveries_per_s")).toEqual([50, 500, 10_000]);
  expect(rows("ingest_per_s")).toEqual([100, 1_000, 20_000]);
  expect(rows("subscriptions")).toEqual([100, 10_000, 1_000_000]);
});

test("staff may change any number for one tenant, and nobody else's plan changes with it", () => {
  const before = JSON.stringify(plans);
  expect(resolvePlan("team", { lane_cap: 150, shed_deliveries: 5_000, ingest_per_s: null })).toEqual({
    ...plans.team,
    lane_cap: 150,
    shed_deliveries: 5_000,
  });
  expect(JSON.stringify(plans)).toBe(before);
});

test("an unknown plan has the limits of the smallest, and no mistyped number lifts a limit", () => {
  expect(resolvePlan("platinum")).toEqual(plans.free);
  expect(resolvePlan("toString")).toEqual(plans.free);
  expect(resolvePlan("free", { lane_cap: 0, subscriptions: Number.NaN, ingest_per_s: Number.POSITIVE_INFINITY })).toEqual(plans.free);
});

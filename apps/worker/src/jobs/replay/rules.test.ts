import { defaultPolicyConfig } from "@hooklane/core";
import { expect, test } from "vitest";
import { replayRules } from "./rules.ts";

const rules = replayRules(defaultPolicyConfig);
const of = (planOverride: unknown) => ({ plan: "free", planOverride });

test("what staff changed of the plan counts for how much of a replay may be open", () => {
  expect(rules.maxOpen(of({ shed_deliveries: 400 }))).toBe(100);
  expect(rules.maxOpen(of(null))).toBe(defaultPolicyConfig.shed.deliveries / 4);
});

test("what staff changed of the plan is the ceiling of a replay's pace", () => {
  const pace = (planOverride: unknown) => rules.nextPace(1_000, { finishedPerS: 1_000, isLaneBusy: true }, of(planOverride));
  expect(pace(null)).toBeLessThanOrEqual(50);
  expect(pace({ deliveries_per_s: 200 })).toBeGreaterThan(pace(null));
  expect(pace({ deliveries_per_s: 10 })).toBeLessThanOrEqual(10);
});

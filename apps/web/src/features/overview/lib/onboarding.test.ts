import { expect, test } from "vitest";
import { type OnboardingFacts, onboardingSteps } from "./onboarding.ts";

const nothing: OnboardingFacts = { endpoints: [], secretSeen: false, keys: [], deliveries: [] };
const done = (facts: Partial<OnboardingFacts>) =>
  onboardingSteps({ ...nothing, ...facts })
    .filter((step) => step.done)
    .map((step) => step.id);

test("an empty workspace has done nothing, and is not sent where it cannot go", () => {
  expect(done({})).toEqual([]);
  expect(onboardingSteps(nothing).find(({ id }) => id === "test")?.path).toBeUndefined();
});

test("each step is ticked by its fact alone", () => {
  const endpoints = [{ id: "sub_1" }];
  expect(done({ endpoints })).toEqual(["endpoint"]);
  expect(done({ endpoints, secretSeen: true })).toEqual(["endpoint", "secret"]);
  expect(done({ endpoints, deliveries: [{ state: "pending", test: true }] })).toEqual(["endpoint", "test"]);
  expect(done({ endpoints, deliveries: [{ state: "delivered", test: true }] })).toEqual(["endpoint", "test", "arrived"]);
  expect(done({ endpoints, keys: [{ revoked_at: null }] })).toEqual(["endpoint", "key"]);
  expect(done({ endpoints, deliveries: [{ state: "dead", test: false }] })).toEqual(["endpoint", "test", "event"]);
});

test("the steps come in the order in which they are of use, and the secret is looked at where it is", () => {
  const steps = onboardingSteps({ ...nothing, endpoints: [{ id: "sub_1" }] });
  expect(steps.map(({ id }) => id)).toEqual(["endpoint", "secret", "test", "arrived", "key", "event"]);
  expect(steps[1]?.path).toBe("/endpoints/sub_1/secrets");
});

test("a revoked key is no key", () => {
  expect(done({ keys: [{ revoked_at: "2026-11-30T00:00:00Z" }] })).toEqual([]);
});

test("what the built-in inbox received is looked at there", () => {
  const arrived = (url: string) =>
    onboardingSteps({ ...nothing, endpoints: [{ id: "sub_1", url }], deliveries: [{ state: "pending", test: true }] }).find(
      ({ id }) => id === "arrived",
    )?.path;
  expect(arrived("http://127.0.0.1:3000/inbox/0123456789abcdef0123456789abcdef")).toBe("/inbox");
  expect(arrived("https://shop.example/inbox")).toBe("/deliveries");
});

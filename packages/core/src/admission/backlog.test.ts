import { beforeEach, expect, test } from "vitest";
import type { Grant, Offer } from "./offer.ts";
import { begin, end, grantsOf, minute, offer, ok, reasonOf, second, world } from "./test-support/one-admission.ts";

beforeEach(() => begin());

test("new work and backlog together never exceed the lane's limit: backlog gets what new work leaves", () => {
  for (let i = 0; i < 60; i++) {
    world.now += second;
    world.admission.arrived("t/a", 40, world.now);
  }
  const replay = (other: Partial<Offer> = {}) => offer("t/a", 1, { class: "catch_up", laneCap: 500, ...other });
  let granted = 0;
  for (let i = 0; i < 100; i++) {
    world.now += 100;
    world.admission.arrived("t/a", 4, world.now);
    for (const grant of grantsOf(replay({ wanted: 4 }))) {
      granted += grant.n;
      end(grant, ok, 5);
    }
  }
  // 50/s less 40/s for ten seconds, and one second's worth at once.
  expect(granted).toBeGreaterThan(80);
  expect(granted).toBeLessThanOrEqual(125);
  expect(reasonOf(replay({ wanted: 50 }))).toBe("catch_up");
});

test("every fifth grant goes to the oldest work while new work takes the others, also within one class", () => {
  begin({ lane: { headroom: 0, min: 20, start: 20, sick: 20 } });
  const { grants } = world.admission.grant(
    [offer("t/a", 10, { firstDueAt: world.now - 3_600_000, newDueAt: world.now - 5, laneCap: 500 })],
    world.now,
  );
  expect(grants).toMatchObject([{ n: 10, newWork: { n: 8, dueAfter: world.now - minute } }]);
});

test("a claim that found too little new work sends the next grants to the oldest", () => {
  const old = () => offer("t/a", 4, { firstDueAt: world.now - 3_600_000, laneCap: 500 });
  const [first] = grantsOf(old()) as [Grant];
  expect(first.newWork).toBeDefined();
  world.admission.giveBack(first, first.n, world.now);
  const [second] = grantsOf(old()) as [Grant];
  expect(second.newWork).toBeUndefined();
});

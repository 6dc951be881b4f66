import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { type AttemptResult, classify } from "../classify/index.ts";
import { defaultPolicyConfig } from "../config/index.ts";
import type { Grant, Offer } from "./offer.ts";
import { begin, end, failed, grantsOf, minute, offer, ok, reasonOf, refusalOf, second, world } from "./test-support/one-admission.ts";

beforeEach(() => begin());

test("retries that the budget does not afford wait for it, or die where the subscription wants that", () => {
  const retry = (other: Partial<Offer> = {}) => offer("t/a", 1, { class: "retry", laneCap: 20, ...other });
  for (let i = 0; i < 10; i++) {
    const [grant] = grantsOf(retry()) as [Grant];
    world.admission.finish(grant, classify({ kind: "response", status: 404 }, world.now), 1, world.now);
    world.now += second / 2;
  }
  const waiting = refusalOf(retry());
  expect(waiting).toMatchObject({ reason: "retry_budget" });
  expect(waiting).not.toHaveProperty("deadLetter");
  expect(waiting?.until).toBeLessThanOrEqual(world.now + 5 * minute);
  expect(refusalOf(retry({ emptyBudget: "dead_letter" }))).toMatchObject({ reason: "retry_budget", deadLetter: true });
  expect(reasonOf(offer("t/a", 1, { laneCap: 20 }))).toBeNull();
});

test("a burst refills the budget with a tenth of itself, and not with the time before it came", () => {
  const retries = () => grantsOf(offer("t/a", 20, { class: "retry", laneCap: 20 })).map((grant) => [grant.n, end(grant, failed)][0]);
  begin({ lane: { headroom: 0, min: 20, start: 20, sick: 20 }, breaker: { ...defaultPolicyConfig.breaker, min_attempts: 1_000 } });
  expect(retries()).toEqual([10]);
  // A thousand seconds refill three, at the least that a floor has.
  world.now += 1_000 * second;
  world.admission.arrived("t/a", 40, world.now);
  expect(retries()).toEqual([3]);
  let made = 0;
  for (let i = 0; i < 90; i++) {
    world.now += second;
    for (const n of retries()) made += n as number;
  }
  expect(made).toBeGreaterThanOrEqual(3);
  expect(made).toBeLessThanOrEqual(4);
});

/** Offers retries for ten seconds while nothing new arrives. @returns how many were made */
function retryFor10s(resultOf: (n: number) => AttemptResult): number {
  let made = 0;
  for (let i = 0; i < 100; i++) {
    world.now += second / 10;
    for (const grant of grantsOf(offer("t/a", 20, { class: "retry", laneCap: 20 })))
      for (let n = 0; n < grant.n; n++) world.admission.finish(grant, classify(resultOf(made++), world.now), 20, world.now);
  }
  return made;
}

test("what a failure left goes through a well lane at once although nothing new arrives: retries that succeed there cost nothing", () => {
  expect(retryFor10s(() => ok)).toBeGreaterThan(200);
});

test("in a lane that is not well a retry costs one whether it succeeds or not, in whatever order they do", () => {
  const oneInFive = fc.nat(4).map((failing) => [0, 1, 2, 3, 4].map((n) => (n === failing ? failed : ok)));
  fc.assert(
    fc.property(fc.array(oneInFive, { minLength: 1, maxLength: 20 }), (fives) => {
      begin({ breaker: { ...defaultPolicyConfig.breaker, min_attempts: 1_000 } });
      const results = [failed, ...fives.flat()];
      // What the successes earn is not one retry
      expect(retryFor10s((n) => results[n % results.length] as AttemptResult)).toBeLessThanOrEqual(11);
    }),
  );
});

test("a failing tenant cannot spend a healthy one's retries", () => {
  for (let i = 0; i < 300; i++) {
    world.now += 10;
    for (const grant of grantsOf(offer(`bad/${i}`, 4, { class: "retry" }))) end(grant, failed);
  }
  expect(reasonOf(offer("bad/new", 2, { class: "retry" }))).toBe("retry_budget");
  expect(grantsOf(offer("good/a", 1, { class: "retry" }))).toMatchObject([{ n: 1 }]);
});

test("retries given back unused are affordable again, each once", () => {
  const retries = () => offer("t/a", 20, { class: "retry", laneCap: 500 });
  begin({ lane: { headroom: 0, min: 20, start: 20, sick: 20 } });
  const [grant] = grantsOf(retries()) as [Grant];
  const fill = () => world.admission.explain("t/a", world.now).retryBudgetFill;
  expect([grant.n, fill()]).toEqual([10, 0]);
  world.admission.giveBack(grant, 4, world.now);
  expect(fill()).toBeCloseTo(0.4);
  world.admission.giveBack(grant, 99, world.now);
  expect(fill()).toBeCloseTo(1);
  world.admission.giveBack(grant, 1, world.now);
  expect(fill()).toBeCloseTo(1);
});

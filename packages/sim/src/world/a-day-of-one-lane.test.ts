import { expect, test } from "vitest";
import { answering, blackHole } from "../endpoints/behaviours.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { constantLatency } from "../endpoints/latency.ts";
import { feedEach } from "../scenarios/healthy-tenants.ts";
import { watchedWorld } from "../scenarios/watched-world.ts";

const dayMs = 24 * 3_600_000;
const minutesPerDay = 24 * 60;
const timeout = 60_000;

/** How many things happen in a day of one lane, and how many deliveries were accepted. */
function dayOf(endpoint: Endpoint, perSecond: number): { happened: number; accepted: number; violations: number } {
  let accepted = 0;
  const { world, checker } = watchedWorld({
    seed: 1,
    lanes: [{ id: "lane", tenantId: "tenant", host: "host", endpoint }],
    observers: [{ accepted: () => void accepted++ }],
  });
  if (perSecond > 0) feedEach(world, ["lane"], perSecond, dayMs, 1);
  world.runFor(dayMs);
  return { happened: world.timeline.happened, accepted, violations: checker.count };
}

test("a day in which nothing is sent is a thing a minute", { timeout }, () => {
  expect(dayOf(answering(200, constantLatency(50)), 0).happened).toBeLessThanOrEqual(2 * minutesPerDay);
});

test("a day of a healthy lane is a dozen things per delivery", { timeout }, () => {
  const { happened, accepted, violations } = dayOf(answering(200, constantLatency(50)), 0.1);
  expect(violations).toBe(0);
  expect(accepted).toBeGreaterThan(8_000);
  expect(happened).toBeLessThanOrEqual(12 * accepted + 2 * minutesPerDay);
});

test("a day of a dead lane costs no more than a healthy one: what waits is not looked at again and again", { timeout }, () => {
  const { happened, accepted, violations } = dayOf(blackHole, 0.1);
  expect(violations).toBe(0);
  expect(happened).toBeLessThanOrEqual(12 * accepted + 2 * minutesPerDay);
});

import { beforeAll, describe, expect, test } from "vitest";
import { blastRadius } from "./blast-radius.ts";
import { budgetLevels } from "./budget-levels.ts";
import { configError } from "./config-error.ts";
import { fairShare } from "./fair-share.ts";
import { fanout } from "./fanout.ts";
import { gossip } from "./gossip.ts";
import { jitter } from "./jitter.ts";
import { noisyTenant } from "./noisy-tenant.ts";
import { overload } from "./overload.ts";
import { recovery } from "./recovery.ts";
import { retryStorm } from "./retry-storm.ts";
import { scenarioSeed, scenarios } from "./scenarios.ts";

const seed = scenarioSeed;
const timeout = 60_000;

test("a fan-out completes as F(t)^n says, and in about half the time without its worst subscription", { timeout }, () => {
  const { figures, tables, violations } = fanout.run(seed, "small");
  expect(violations).toBe(0);
  expect(figures.p99_ms_without_worst).toBeLessThan(0.7 * (figures.p99_ms["40"] as number));
  // The median of n = 40 is the 98.3rd percentile of a single delivery; 800 events leave an error of a few percent.
  for (const [n, measured, predicted] of (tables[0]?.rows ?? []).map((row) => [row[0], row[1], row[2]] as [string, number, number])) {
    expect(Math.abs(measured / predicted - 1), `n = ${n}`).toBeLessThan(0.12);
  }
});

test("a black hole takes most of a shared pool, its cap of a laned one, and less with a breaker", { timeout }, () => {
  const { figures, violations } = blastRadius.run(seed, "small");
  expect(violations).toBe(0);
  // 100/s for 10 s are 1,000 of 1,200 slots; Poisson arrivals spread a few percent around it.
  expect(figures.shared).toBeGreaterThan(0.78);
  expect(figures.cap).toBeLessThanOrEqual(16 / 1_200);
  expect(figures.cap_breaker).toBeLessThanOrEqual(0.004);
});

test("a total failure costs four times the load without a budget, and a tenth more with one", { timeout }, () => {
  const { figures, violations } = retryStorm.run(seed, "small");
  expect(violations).toBe(0);
  // The last events of the failure are still being retried when it ends.
  expect(figures.naive).toBeGreaterThan(3.7);
  // 50/s for four minutes: a tenth more, and the burst of ten.
  expect(figures.budget).toBeLessThanOrEqual(1.11);
  expect(figures.duplicates.budget).toBeLessThan(figures.duplicates.naive / 2);
});

test("workers tell each other of an open circuit, and none takes over a closing", { timeout }, () => {
  const { figures, tables, violations } = gossip.run(seed);
  expect(violations).toBe(0);
  // Ten workers with a tenth of the host's cap each waste hardly more than one worker with all of it.
  expect(figures["10"]).toBeLessThan(1.2 * figures["1"]);
  expect(tables[1]?.rows[0]?.[0]).toBe(1);
});

test("another tenant's failures do not make a healthy one's retry wait", { timeout }, () => {
  const { figures, violations } = budgetLevels.run(seed, "small");
  expect(violations).toBe(0);
  // Due retries are found by a poll of one second.
  expect(figures.wait_s_levels).toBeLessThan(1.5);
  expect(figures.wait_s_shared).toBeGreaterThan(10 * figures.wait_s_levels);
});

test("a recovered endpoint is not knocked down by its backlog", { timeout }, () => {
  const { figures, violations } = recovery.run(seed, "small");
  expect(violations).toBe(0);
  expect(figures.knockdowns_with).toBe(0);
  expect(figures.knockdowns_without).toBeGreaterThan(0);
  expect(figures.drain_s).toBeGreaterThan(0);
});

test("under sustained overload the floor keeps the backlog younger than a reservation for new work does", { timeout }, () => {
  const { figures, violations } = overload.run(seed, "small");
  expect(violations).toBe(0);
  expect(figures.oldest_age_s_floor).toBeLessThan(0.75 * figures.oldest_age_s_reserved_new);
});

test("on one host each subscription gets the same, a greedy one too", { timeout }, () => {
  const { figures, violations } = fairShare.run(seed, "small");
  expect(violations).toBe(0);
  expect(figures.jain).toBeGreaterThan(0.99);
  expect(figures.max_in_flight).toBeLessThanOrEqual(20);
});

test("a tenant with hundreds of dead endpoints has what its plan allows, and the others do not feel it", { timeout }, () => {
  const { tables, violations } = noisyTenant.run(seed, "small");
  expect(violations).toBe(0);
  const [quiet, shared, , bounded] = (tables[0]?.rows ?? []) as [string, number, number, number, number, number][];
  expect(shared?.[1]).toBeGreaterThan(0.95);
  // 50 of the pool's 500, and a fifth more of a wait at the most.
  expect(bounded?.[1]).toBeLessThanOrEqual(0.1);
  expect(bounded?.[4]).toBeLessThan(1.2 * (quiet?.[4] ?? 0));
});

test("in each jitter mode no second holds more than three times the mean", () => {
  const { figures, violations } = jitter.run(seed);
  expect(violations).toBe(0);
  for (const peak of Object.values(figures)) expect(peak).toBeLessThanOrEqual(3);
});

test("a wrong clock is named a configuration error, an outage and a mixture are not", { timeout }, () => {
  const { figures, violations } = configError.run(seed, "small");
  expect(violations).toBe(0);
  expect(figures).toEqual({ skew: true, uniform_500: false, mixed_94: false });
});

describe("the list of scenarios", () => {
  let names: string[] = [];
  beforeAll(() => {
    names = scenarios.map(({ name }) => name);
  });

  test("has each of the figures that --json promises", () => {
    expect(new Set(names)).toEqual(
      new Set([
        "fanout",
        "blast_radius",
        "retry_storm",
        "budget_levels",
        "recovery",
        "overload",
        "fair_share",
        "jitter",
        "gossip",
        "noisy_tenant",
        "config_error",
      ]),
    );
  });
});

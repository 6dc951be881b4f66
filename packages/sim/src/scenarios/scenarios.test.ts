import { expect, test } from "vitest";
import type { Table } from "../report/table.ts";
import { blastRadius } from "./blast-radius.ts";
import { budgetLevels } from "./budget-levels.ts";
import { configError } from "./config-error.ts";
import { fairShare } from "./fair-share.ts";
import { fanout } from "./fanout.ts";
import { gossip } from "./gossip.ts";
import { jitter } from "./jitter.ts";
import { noisyTenant } from "./noisy-tenant/noisy-tenant.ts";
import { overload } from "./overload.ts";
import { recovery } from "./recovery.ts";
import { recoveryFlood } from "./recovery-flood.ts";
import { retryStorm } from "./retry-storm/retry-storm.ts";
import { scenarioSeed, scenarios } from "./scenarios.ts";

const seed = scenarioSeed;
/** Seconds on a machine that has nothing else to do. */
const timeout = 600_000;

/** A column of the table whose title contains some words, by the text in its first column. */
function columnOf<Cell extends string | number>(tables: readonly Table[], title: string, column: string): Map<string, Cell> {
  const table = tables.find((candidate) => candidate.title.includes(title));
  const at = table?.columns.indexOf(column) ?? -1;
  if (!table || at < 0) throw new Error(`no column ${column} in a table "${title}"`);
  return new Map(table.rows.map((row) => [`${row[0]}`, row[at] as Cell]));
}

test("a fan-out completes as F(t)^n says, and in about half the time without its worst subscription", { timeout }, () => {
  const { figures, tables, violations } = fanout.run(seed, "small");
  expect(violations).toBe(0);
  const share = figures.p99_ms_without_worst / (figures.p99_ms["40"] as number);
  expect(share).toBeGreaterThan(0.35);
  expect(share).toBeLessThan(0.65);
  // Of n = 40 there are 600 completions: their median is known to 5 %, and the 99th percentile, which six of them decide, to 15 %.
  for (const [column, slack] of [["p50", 0.15] as const, ["p99", 0.35] as const]) {
    const predicted = columnOf<number>(tables, "F:", `${column} by F(t)^n`);
    expect([...predicted.keys()]).toEqual(["1", "5", "10", "20", "40"]);
    for (const [n, measured] of columnOf<number>(tables, "F:", column))
      expect(Math.abs(measured / (predicted.get(n) ?? 0) - 1), `${column} of n = ${n}`).toBeLessThan(slack);
  }
});

test("a black hole takes most of a shared pool, its cap of a laned one, and less with a breaker; only in the first do others wait", {
  timeout,
}, () => {
  const { figures, tables, violations } = blastRadius.run(seed, "small");
  expect(violations).toBe(0);
  // 100/s for 10 s are 1,000 of 1,200 slots; Poisson arrivals spread a few percent around it.
  expect(figures.shared).toBeGreaterThan(0.78);
  expect(figures.shared).toBeLessThan(0.88);
  expect(figures.cap).toBeGreaterThan(0.95 * (16 / 1_200));
  expect(figures.cap).toBeLessThanOrEqual(16 / 1_200);
  expect(figures.cap_breaker).toBeLessThanOrEqual(0.004);
  const p99 = columnOf<number>(tables, "One black hole", "victims' p99, ms");
  const quiet = p99.get("no dead endpoint") as number;
  expect(p99.get("shared pool, four attempts")).toBeGreaterThan(10 * quiet);
  for (const [variant, ms] of p99) if (!variant.startsWith("shared pool")) expect(ms, variant).toBeLessThanOrEqual(1.2 * quiet);
});

test("a total failure costs four times the load without a budget, and a tenth more with one", { timeout }, () => {
  const { figures, tables, violations } = retryStorm.run(seed, "small");
  expect(violations).toBe(0);
  const title = "All requests fail for 4 minutes";
  for (const [variant, amplification] of columnOf<number>(tables, title, "after the first minute"))
    if (variant.startsWith("4 attempts")) expect(amplification, variant).toBeCloseTo(4, 1);
  // The last events of the failure are still being retried when it ends.
  expect(figures.naive).toBeGreaterThan(3.7);
  // At 10/s a budget of one per second is a tenth of what chance brings within a few percent.
  expect(figures.budget).toBeLessThanOrEqual(1.11);
  expect(figures.duplicates.budget).toBeLessThan(figures.duplicates.naive / 2);
  const dead = columnOf<number>(tables, title, "dead");
  expect(dead.get("4 attempts, fixed delay")).toBeGreaterThan(1_000);
  expect([dead.get("budget and nothing else"), dead.get("as shipped")]).toEqual([0, 0]);
  expect(columnOf(tables, title, "recovered after, s").get("as shipped")).toBeTypeOf("number");

  const affordable = columnOf<number>(tables, "The budget and nothing else", "affordable");
  // The offered rate is measured, so chance moves the floor a little.
  for (const [rate, retries] of columnOf<number>(tables, "The budget and nothing else", "retries"))
    expect(retries, `${rate} events/s`).toBeLessThanOrEqual(1.1 * (affordable.get(rate) ?? 0) + 2);

  // 1 + 0.95 + 0.95², and so on to 0.95⁵: three attempts are 2.85, six are 5.30.
  const most = columnOf<number>(tables, "95 % fail", "attempts ÷ events");
  expect(Math.abs((most.get("3 attempts") as number) - 2.85)).toBeLessThan(0.15);
  expect(Math.abs((most.get("6 attempts") as number) - 5.3)).toBeLessThan(0.3);
  for (const variant of ["budget and nothing else", "as shipped"]) expect(most.get(variant), variant).toBeLessThanOrEqual(1.11);

  const few = columnOf<number>(tables, "destinations fail", "their attempts, % of all events");
  expect(few.get("6 attempts")).toBeGreaterThan(27);
  expect(few.get("6 attempts")).toBeLessThan(33);
  for (const variant of ["budget and nothing else", "as shipped"]) expect(few.get(variant), variant).toBeLessThanOrEqual(5.8);
});

test("workers tell each other of an open circuit, and none takes over a closing", { timeout }, () => {
  const { figures, tables, violations } = gossip.run(seed, "small");
  expect(violations).toBe(0);
  // Ten workers with a tenth of the host's cap each waste hardly more than one worker with all of it.
  expect(figures["10"]).toBeLessThan(1.2 * figures["1"]);
  // With a permit each the circuits of the lanes have to do it, which takes five attempts each.
  expect(figures["100"]).toBeLessThan(5 * 400);
  const told = columnOf<number>(tables, "refusing connections", "wasted, told in 50 ms");
  const alone = columnOf<number>(tables, "refusing connections", "wasted, never told");
  for (const workers of ["10", "100"]) expect(told.get(workers), workers).toBeLessThan(0.8 * (alone.get(workers) ?? 0));
  expect(tables.at(-1)?.rows).toEqual([[1, 9]]);
});

test("another tenant's failures do not make a healthy one's retry wait", { timeout }, () => {
  const { figures, tables, violations } = budgetLevels.run(seed, "small");
  expect(violations).toBe(0);
  // Due retries are found by a poll of one second.
  expect(figures.wait_s_levels).toBeLessThan(1.5);
  expect(figures.wait_s_shared).toBeGreaterThan(10 * figures.wait_s_levels);
  const longest = columnOf<number>(tables, "Retries of a healthy tenant", "longest, s");
  expect(longest.get("lane, host and fleet")).toBeLessThan(5);
  expect(longest.get("as shipped")).toBeLessThan(5);
});

test("a recovered endpoint is not knocked down by its backlog", { timeout }, () => {
  const { figures, tables, violations } = recovery.run(seed, "small");
  expect(violations).toBe(0);
  expect(figures.knockdowns_with).toBe(0);
  expect(figures.knockdowns_without).toBeGreaterThan(0);
  expect(figures.drain_s).toBeGreaterThan(0);
  // Twice the normal rate leaves as much for the backlog as it took to build it up; the ramp takes its minutes.
  expect(figures.drain_s).toBeLessThan(1.25 * 3_600);
  const rows = tables[0]?.rows ?? [];
  const tight = rows.filter(([headroom]) => headroom === 1.2).map(([, , variant, knockdowns]) => [variant, knockdowns] as const);
  expect(tight.map(([variant]) => variant)).toEqual(["without ramp and caps", "as shipped"]);
  expect(tight[0]?.[1]).toBeGreaterThan(0);
  expect(tight[1]?.[1]).toBe(0);
  // Nor is one that breaks when few requests wait.
  const shipped = rows
    .filter(([, , variant]) => variant === "as shipped")
    .map(([headroom, breaksAbove, , knockdowns]) => [headroom, breaksAbove, knockdowns]);
  expect(shipped).toEqual([
    [2, "30 waiting", 0],
    [1.2, "30 waiting", 0],
    [2, "12 waiting", 0],
  ]);
});

test("new events to a recovered endpoint are sent within seconds while its backlog drains, and it is not asked for more than it bears", {
  timeout,
}, () => {
  const { newWaitS, table, violations } = recoveryFlood(seed);
  expect(violations).toBe(0);
  expect(newWaitS).toBeLessThan(5);
  for (const [, , sentPerS, failedPercent, reopened, left] of table.rows as number[][]) {
    // More than the 33/s that arrive, so the backlog shrinks.
    expect(sentPerS).toBeGreaterThan(38);
    expect(failedPercent).toBeLessThan(2);
    expect(reopened).toBe(0);
    expect(left).toBeGreaterThan(0);
  }
});

test("under sustained overload reserved work starves the backlog, the floor moves it, and shedding bounds its size and its age", {
  timeout,
}, () => {
  const { figures, tables, violations } = overload.run(seed, "small");
  expect(violations).toBe(0);
  const elapsedS = 4 * 3_600;
  expect(figures.oldest_age_s_reserved_new).toBeGreaterThan(0.9 * elapsedS);
  expect(figures.oldest_age_s_floor).toBeLessThan(0.75 * figures.oldest_age_s_reserved_new);
  const sheds = "the same, shedding above 1000";
  // It begins when the backlog has not shrunk for five minutes, in which 60 come.
  expect(columnOf<number>(tables, "events/s for", "waiting").get(sheds)).toBeLessThanOrEqual(1_100);
  expect(columnOf<number>(tables, "events/s for", "shed").get(sheds)).toBeGreaterThan(0);
  expect(columnOf<number>(tables, "events/s for", "oldest at the end, s").get(sheds)).toBeLessThan(figures.oldest_age_s_floor);
  // What is sent is new for four of five: it waits for its turn among the newest, and not for the last minute's.
  expect(columnOf<number>(tables, "events/s for", "p50 wait of what was sent, s").get(sheds)).toBeLessThan(10);
});

test("on one host each subscription gets the same, a greedy one too", { timeout }, () => {
  const { figures, tables, violations } = fairShare.run(seed, "small");
  expect(violations).toBe(0);
  expect(figures.jain).toBeGreaterThan(0.99);
  expect(figures.max_in_flight).toBeLessThanOrEqual(20);
  const [unfair, ...fair] = [...columnOf<number>(tables, "Subscriptions on one host", "Jain index").values()];
  expect(unfair).toBeLessThan(0.01);
  expect(fair).toHaveLength(2);
  for (const index of fair) expect(index).toBeGreaterThan(0.99);
});

test("a tenant with hundreds of dead endpoints has what its plan allows, and the others do not feel it", { timeout }, () => {
  const { tables, violations } = noisyTenant.run(seed, "small");
  expect(violations).toBe(0);
  const share = columnOf<number>(tables, "One tenant with", "share of the pool, %");
  const p99 = columnOf<number>(tables, "One tenant with", "victims' p99, ms");
  const quiet = p99.get("no noisy tenant") as number;
  expect(share.get("shared pool, dead endpoints")).toBeGreaterThan(95);
  // 50 of the pool's 500, and a fifth more of a wait at the most.
  expect(share.get("dead endpoints, 50 in flight by plan")).toBeLessThanOrEqual(10);
  for (const variant of ["dead endpoints, 50 in flight by plan", "flooding endpoints, plan team"])
    expect(p99.get(variant), variant).toBeLessThan(1.2 * quiet);

  // Black holes with two to five permits each open their circuits all the same.
  const title = "black holes with few permits";
  const opened = columnOf<number>(tables, title, "circuits that opened");
  expect([...opened]).toEqual(["2", "3", "4", "5"].map((permits) => [permits, 20]));
  // Five without an answer, and what was under way with them.
  for (const [permits, most] of columnOf<number>(tables, title, "most attempts until then"))
    expect(most, permits).toBeLessThanOrEqual(5 + Number(permits));
});

test("in each jitter mode no second holds more than three times the mean, and all waits keep their bounds", () => {
  const { figures, tables, violations } = jitter.run(seed);
  expect(violations).toBe(0);
  for (const peak of Object.values(figures)) expect(peak).toBeLessThanOrEqual(3);
  const peaks = columnOf<number>(tables, "simultaneous failures", "fullest second ÷ mean");
  expect(peaks.get("none")).toBe(64);
  const chiSquare = columnOf<number>(tables, "simultaneous failures", "χ² against uniform");
  expect(chiSquare.get("full")).toBeLessThan(
    columnOf<number>(tables, "simultaneous failures", "limit (99.9 %, full only)").get("full") ?? 0,
  );
  const of = (column: string) => columnOf<number>(tables, "500 deliveries", column);
  expect(of("shortest, ms").get("decorrelated")).toBeGreaterThanOrEqual(1_000);
  for (const longestMs of of("longest, ms").values()) expect(longestMs).toBeLessThanOrEqual(3_600_000);
  for (const sdMs of of("sd of the first, ms").values()) expect(sdMs).toBeGreaterThan(100);
  // A count of attempts would end the schedule long before the day that is promised.
  for (const spanH of of("15 attempts span, h").values()) expect(spanH).toBeLessThan(3);
});

test("a wrong clock is named a configuration error within the hour, an outage and a mixture are not", { timeout }, () => {
  const { figures, tables, violations } = configError.run(seed, "small");
  expect(violations).toBe(0);
  expect(figures).toEqual({ skew: true, uniform_500: false, mixed_94: false });
  const named = columnOf<string>(tables, "Judged each minute", "named as");
  const firstMin = columnOf<number>(tables, "Judged each minute", "first after, min");
  for (const skewed of ["clock 90 s behind, tolerance 60 s", "clock 600 s ahead, tolerance 300 s"]) {
    expect(named.get(skewed)).toBe("http_401");
    expect(firstMin.get(skewed)).toBeLessThanOrEqual(60);
  }
  expect(named.get("certificate expired")).toBe("tls_error");
  for (const outage of ["500 to everything", "timeouts", "94 % 401, the rest 200, evenly"]) expect(named.get(outage), outage).toBe("-");
});

test("the list of scenarios has each of the figures that --json promises", () => {
  expect(new Set(scenarios.map(({ name }) => name))).toEqual(
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

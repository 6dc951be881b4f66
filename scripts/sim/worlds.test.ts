import { expect, test } from "vitest";
import { addSummaries, emptySummary, worldJobs } from "./job.ts";
import { runJobs } from "./run-jobs.ts";
import { brokenWorldLine } from "./sections.ts";

const worlds = 500;

test("no invariant is broken in 500 random worlds", { timeout: 900_000 }, async () => {
  let summary = emptySummary();
  await runJobs(worldJobs(1, worlds), (result) => {
    if (result.kind === "worlds") summary = addSummaries(summary, result.summary);
  });
  // A line says which world, what broke, and with which command it is played again.
  expect(summary.broken.map(brokenWorldLine)).toEqual([]);
  expect(summary.violations).toBe(0);
  expect(summary.worlds).toBe(worlds);
  // The worlds are worth watching: much is delivered, and much goes wrong.
  expect(summary.delivered).toBeGreaterThan(750 * worlds);
  expect(summary.dead).toBeGreaterThan(25 * worlds);
  expect(summary.attempts - summary.deliveries).toBeGreaterThan(25 * worlds);
});

test("jobs cover every seed once", () => {
  const seeds = worldJobs(7, 25).flatMap((job) =>
    job.kind === "worlds" ? Array.from({ length: job.count }, (_, index) => job.from + index) : [],
  );
  expect(seeds).toEqual(Array.from({ length: 25 }, (_, index) => 7 + index));
});

test("a broken world is told with the command that plays it again", () => {
  const details = [{ rule: "caps", at: 0, detail: "21 in flight, allowed 20" }];
  const result = { seed: 41, violations: 3, details, digest: "", deliveries: 0, attempts: 0, delivered: 0, dead: 0, virtualHours: 1 };
  expect(brokenWorldLine(result)).toContain("npm run sim -- --trace 41");
  expect(brokenWorldLine(result)).toContain("21 in flight, allowed 20");
});

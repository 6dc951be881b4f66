import { describe, expect, test } from "vitest";
import { runRandomWorld } from "./run-random-world.ts";

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

describe("random worlds", () => {
  test("the same seed gives the same transcript, and another seed another", () => {
    const first = runRandomWorld(7);
    expect(first.attempts).toBeGreaterThan(100);
    expect(runRandomWorld(7).digest).toBe(first.digest);
    expect(runRandomWorld(8).digest).not.toBe(first.digest);
  });

  test("no invariant is broken", { timeout: 60_000 }, () => {
    const results = seeds.map((seed) => runRandomWorld(seed));
    expect(results.filter(({ violations }) => violations > 0).map(({ seed, details }) => ({ seed, first: details[0] }))).toEqual([]);
    // The worlds are worth watching: much is delivered, and much goes wrong.
    expect(results.reduce((sum, { delivered }) => sum + delivered, 0)).toBeGreaterThan(15_000);
    expect(results.reduce((sum, { dead }) => sum + dead, 0)).toBeGreaterThan(500);
  });
});

import { expect, test } from "vitest";
import { runRandomWorld } from "./run-random-world.ts";

test("the same seed gives the same transcript, and another seed another", { timeout: 60_000 }, () => {
  const first = runRandomWorld(7);
  expect(first.attempts).toBeGreaterThan(100);
  expect(runRandomWorld(7).digest).toBe(first.digest);
  expect(runRandomWorld(8).digest).not.toBe(first.digest);
});

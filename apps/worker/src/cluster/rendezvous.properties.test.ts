import { SHARDS } from "@hooklane/db";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shardsOf } from "./rendezvous.ts";

const workers = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 8 });

test("every shard has exactly one owner, whichever worker asks", () => {
  fc.assert(
    fc.property(workers, (live) => {
      const owned = live.flatMap((worker) => [...shardsOf(worker, live)]);
      expect(owned.length).toBe(SHARDS);
      expect(new Set(owned).size).toBe(SHARDS);
    }),
    { numRuns: 30 },
  );
});

test("a worker that leaves moves its own shards and no others", () => {
  fc.assert(
    fc.property(workers, fc.uuid(), (rest, leaving) => {
      for (const worker of rest) {
        const before = shardsOf(worker, [...rest, leaving]);
        const after = shardsOf(worker, rest);
        for (const shard of before) expect(after.has(shard)).toBe(true);
      }
    }),
    { numRuns: 20 },
  );
});

test("three workers share the shards within a third of an even share", () => {
  const live = ["0193b1f0-7a5e-7cc1-8d2e-4a1b2c3d4e51", "0193b1f0-7a5e-7cc1-8d2e-4a1b2c3d4e52", "0193b1f0-7a5e-7cc1-8d2e-4a1b2c3d4e53"];
  for (const worker of live) {
    const share = shardsOf(worker, live).size / (SHARDS / live.length);
    expect(share).toBeGreaterThan(2 / 3);
    expect(share).toBeLessThan(4 / 3);
  }
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkerWorld, type WorkerWorld } from "../test-support/worker-world.ts";
import { PayloadCache } from "./payload-cache.ts";
import { PayloadMemory } from "./payload-memory.ts";

const MINUTE_MS = 60_000;
let world: WorkerWorld;
beforeAll(async () => {
  world = await createWorkerWorld("");
});
afterAll(() => world.close());

/** A cache on the ledger with a clock that only the test moves. */
function cacheAt(start: number) {
  const clock = { now: start, loaded: 0 };
  const now = (): number => clock.now;
  const memory = new PayloadMemory(now);
  const cache = new PayloadCache({ pool: world.pool, now, memory, onLoaded: (bodies) => (clock.loaded += bodies) });
  return { clock, cache, memory };
}

test("a body is read once for all that ask for it together, and again once it is a minute old", async () => {
  const id = await world.accept([]);
  const { clock, cache } = cacheAt(Date.now());
  const found = await Promise.all([cache.get(id), cache.get(id), cache.get(id)]);
  expect([new Set(found).size, clock.loaded]).toEqual([1, 1]);
  clock.now += MINUTE_MS - 1;
  expect(await cache.get(id)).toBe(found[0]);
  clock.now += 2;
  expect(await cache.get(id)).toEqual(found[0]);
  expect(clock.loaded).toBe(2);
});

test("an erased payload leaves a worker's memory within a minute and a sweep, though nobody asks for it again", async () => {
  const id = await world.accept([]);
  const { clock, cache, memory } = cacheAt(Date.now());
  await cache.get(id);
  await world.pool.query("UPDATE events SET body = NULL, erased_at = now() WHERE id = $1", [id]);
  cache.forgetOld();
  expect(memory.size).toBe(1);
  clock.now += MINUTE_MS + 1;
  cache.forgetOld();
  expect(memory.size).toBe(0);
  expect(await cache.get(id)).toMatchObject({ id, body: null });
});

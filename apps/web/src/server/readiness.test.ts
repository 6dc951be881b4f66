import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Readiness } from "./readiness.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("ready means that every check holds; one that fails is one that does not hold", async () => {
  const fails = async (): Promise<boolean> => {
    throw new Error("down");
  };
  expect(await new Readiness({ a: () => true, b: async () => true }).report()).toEqual({ ready: true, checks: { a: true, b: true } });
  expect(await new Readiness({ a: () => true, b: fails }).report()).toEqual({ ready: false, checks: { a: true, b: false } });
});

test("a check that does not answer does not hold", async () => {
  const report = new Readiness({ stuck: () => new Promise(() => {}) }).report();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await report).toEqual({ ready: false, checks: { stuck: false } });
});

test("many that ask share one answer, which is asked for again when it is old", async () => {
  let asked = 0;
  const readiness = new Readiness({ counted: async () => ++asked > 0 });
  await Promise.all([readiness.report(), readiness.report(), readiness.report()]);
  await readiness.report();
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(300);
  await readiness.report();
  expect(asked).toBe(2);
});

test("a draining process is not ready, whatever its checks say", async () => {
  const readiness = new Readiness({ a: () => true });
  await readiness.report();
  readiness.drain();
  expect((await readiness.report()).ready).toBe(false);
});

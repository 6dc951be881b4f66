import { expect, test } from "vitest";
import { memoryStore } from "./memory-store.ts";
import { once } from "./once.ts";

const key = "a".repeat(64);

test("a handler runs once per key, and every later attempt is a duplicate", async () => {
  const store = memoryStore();
  let runs = 0;
  const handle = () => once(key, store, () => ++runs);
  expect(await handle()).toEqual({ outcome: "handled", value: 1, isRecorded: true });
  expect(await handle()).toEqual({ outcome: "duplicate" });
  expect(await once("other", store, () => ++runs)).toMatchObject({ outcome: "handled", value: 2 });
});

test("an attempt that comes while the handler runs is told to come again", async () => {
  const store = memoryStore();
  const { promise, resolve } = promiseOf<string>();
  const first = once(key, store, () => promise, { leaseMs: 4_500 });
  expect(await once(key, store, () => "second")).toEqual({ outcome: "in_progress", retryAfterSeconds: 5 });
  resolve("first");
  expect(await first).toMatchObject({ outcome: "handled", value: "first" });
});

test("a handler that fails gives the key back at once, and its error is the caller's", async () => {
  const store = memoryStore();
  const failure = new Error("no");
  await expect(once(key, store, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(await once(key, store, () => "again")).toMatchObject({ outcome: "handled", value: "again" });
});

test("a claim that cannot be given back does not hide why the handler failed", async () => {
  const store = { ...memoryStore(), release: () => Promise.reject(new Error("connection lost")) };
  await expect(once(key, store, () => Promise.reject(new Error("the reason")))).rejects.toThrow("the reason");
});

test("a lease that ended lets the next attempt take over, and the first is told that its end was not recorded", async () => {
  let nowMs = 0;
  const store = memoryStore(() => nowMs);
  const { promise, resolve } = promiseOf<void>();
  const slow = once(key, store, () => promise, { leaseMs: 1_000 });
  nowMs = 1_001;
  const takeover = promiseOf<void>();
  const second = once(key, store, () => takeover.promise, { leaseMs: 1_000 });
  resolve();
  expect(await slow).toMatchObject({ outcome: "handled", isRecorded: false });
  expect(await once(key, store, () => {})).toMatchObject({ outcome: "in_progress" });
  takeover.resolve();
  expect(await second).toMatchObject({ outcome: "handled", isRecorded: true });
  expect(await once(key, store, () => {})).toEqual({ outcome: "duplicate" });
});

test("a request without a key is refused: all of them would be one", async () => {
  await expect(once("", memoryStore(), () => 1)).rejects.toThrow(TypeError);
  await expect(once(undefined as unknown as string, memoryStore(), () => 1)).rejects.toThrow(TypeError);
});

function promiseOf<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

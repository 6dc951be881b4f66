import { beforeEach, expect, test } from "vitest";
import { DueWatch } from "./due-watch.ts";

const epoch = 1_700_000_000_000;
let at: number;
let watch: DueWatch;
beforeEach(() => {
  at = 0;
  watch = new DueWatch(() => at);
});

/** So many seconds pass, in each of which the search finds the lane's work due since `dueMs` ago. */
function pass(seconds: number, dueMs = 3_600_000, each: () => void = () => {}): void {
  for (let i = 0; i < seconds; i++) {
    at += 1_000;
    watch.found([{ subscriptionId: "a", class: "first", firstDueMs: epoch + at - dueMs }], epoch + at);
    each();
  }
}
const oldest = () => watch.oldestMs(() => true);

test("due work that is neither refused nor claimed ages from when it was first seen, not from when it was due", () => {
  pass(1);
  expect(oldest()).toBe(0);
  pass(70);
  expect(oldest()).toBe(70_000);
  expect(watch.oldestMs(() => false)).toBe(0);
});

test("a refusal is a decision: work that is refused again and again does not age, and one refused until a moment ages from then", () => {
  pass(100, 3_600_000, () => watch.refused("a", "first", null, epoch + at));
  expect(oldest()).toBe(0);
  watch.refused("a", "first", epoch + at + 50_000, epoch + at);
  pass(50);
  expect(oldest()).toBe(0);
  pass(20);
  expect(oldest()).toBe(20_000);
});

test("what is refused until a moment after a claim took all there was does not age before that moment", () => {
  pass(10);
  watch.claimed("a", "first", undefined, epoch + at);
  watch.refused("a", "first", epoch + at + 300_000, epoch + at);
  pass(299);
  expect(oldest()).toBe(0);
  pass(31);
  expect(oldest()).toBe(30_000);
});

test("a claim ends the age; what a search finds afterwards begins anew", () => {
  pass(50);
  watch.claimed("a", "first", undefined, epoch + at);
  expect(oldest()).toBe(0);
  pass(10);
  expect(oldest()).toBe(9_000);
});

test("an ordered lane whose head waits for its retry is not late, though deliveries behind it are due", () => {
  pass(1);
  watch.claimed("a", "first", epoch + at + 600_000, epoch + at);
  pass(600);
  expect(oldest()).toBe(0);
  pass(5);
  expect(oldest()).toBe(5_000);
});

test("work that no search confirms has no age: neither while the database is away, nor right after it is back or the process was stopped", () => {
  pass(30);
  at += 600_000;
  expect(oldest()).toBe(0);
  pass(1);
  expect(oldest()).toBe(0);
  pass(5);
  expect(oldest()).toBe(5_000);
});

test("work that is not due yet does not age; the lag is that of due work, whatever holds it back", () => {
  pass(50, -5_000);
  expect([oldest(), watch.lagMs("a", epoch + at)]).toEqual([0, 0]);
  pass(3, 7_000, () => watch.refused("a", "first", null, epoch + at));
  expect([oldest(), watch.lagMs("a", epoch + at)]).toEqual([0, 7_000]);
  expect(watch.maxLagMs(epoch + at, new Set())).toBe(7_000);
  expect(watch.maxLagMs(epoch + at, new Set(["a"]))).toBe(0);
});

test("what is not pending any more is forgotten", () => {
  pass(1);
  at += 61_000;
  watch.forget();
  expect(watch.maxLagMs(epoch + at, new Set())).toBe(0);
  pass(1);
  expect(oldest()).toBe(0);
});

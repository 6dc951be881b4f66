import { expect, test } from "vitest";
import { orderedCeilingPerS, orderedHeads } from "./ordered-heads.ts";

const head = (sequence: number) => ({ deliveryId: `dlv_${sequence}`, sequence });
const dead = { state: "dead", reason: "terminal_status" } as const;

test("C40: the head blocks until delivered or dead: #4 waits while #3 is retried, a dead #7 lets #8 pass", () => {
  expect(orderedHeads.letsNextPass({ state: "pending" })).toBe(false);
  expect(orderedHeads.letsNextPass({ state: "delivered" })).toBe(true);
  expect(orderedHeads.letsNextPass({ state: "dead" })).toBe(true);
});

test("C40: a dead head is flagged with what it was and why, and the flag goes when its replay is delivered", () => {
  const flagged = orderedHeads.ended(orderedHeads.initial(), head(7), dead, 5_000);
  expect(flagged).toEqual({ deadHeads: 1, latest: { deliveryId: "dlv_7", sequence: 7, reason: "terminal_status", at: 5_000 } });
  expect(orderedHeads.isIdle(flagged)).toBe(false);
  const mended = orderedHeads.replayed(flagged, "dlv_7");
  expect(mended).toEqual(orderedHeads.initial());
  expect(orderedHeads.replayed(mended, "dlv_7")).toBe(mended);
});

test("a head that is delivered or waits flags nothing", () => {
  const state = orderedHeads.initial();
  expect(orderedHeads.ended(state, head(1), { state: "delivered" }, 1)).toBe(state);
  expect(orderedHeads.ended(state, head(1), { state: "pending" }, 1)).toBe(state);
});

test("replaying an earlier dead head keeps the latest one flagged", () => {
  const two = orderedHeads.ended(orderedHeads.ended(orderedHeads.initial(), head(3), dead, 1), head(7), dead, 2);
  expect(orderedHeads.replayed(two, "dlv_3")).toMatchObject({ deadHeads: 1, latest: { sequence: 7 } });
});

test("an ordered subscription's ceiling is 1/latency", () => {
  expect(orderedCeilingPerS(250)).toBe(4);
  expect(orderedCeilingPerS(null)).toBeNull();
  expect(orderedCeilingPerS(0)).toBe(1_000);
});

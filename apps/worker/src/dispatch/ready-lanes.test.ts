import type { Refusal } from "@hooklane/core";
import { expect, test } from "vitest";
import { ReadyLanes } from "./ready-lanes.ts";

const NOW = 1_000_000;
const found = (laneId: string, firstDueMs = NOW - 10) => ({ subscriptionId: laneId, shard: 1, class: "first" as const, firstDueMs });
const refusal = (laneId: string, fields: Partial<Refusal>): Refusal =>
  ({
    laneId,
    tenantId: "t",
    host: "h",
    class: "first",
    n: 1,
    reason: "lane_full",
    until: null,
    endedBy: "permit_released",
    ...fields,
  }) as Refusal;
const ids = (ready: ReadyLanes, now = NOW) => ready.offerable(100, now).map((work) => work.laneId);

function readyWith(...lanes: string[]): ReadyLanes {
  const ready = new ReadyLanes();
  ready.discovered(
    lanes.map((lane) => found(lane)),
    NOW,
  );
  return ready;
}

test("work that is due is offered, work that is not is offered when its time comes", () => {
  const ready = new ReadyLanes();
  ready.discovered([found("a"), found("b", NOW + 500)], NOW);
  expect(ids(ready)).toEqual(["a"]);
  expect(ready.nextTimeMs).toBe(NOW + 500);
  expect(ids(ready, NOW + 500)).toEqual(["a", "b"]);
});

test("with more ready work than a round takes, every piece gets its turn", () => {
  const ready = readyWith("a", "b", "c");
  const seen = [0, 1, 2].flatMap(() => ready.offerable(1, NOW).map((work) => work.laneId));
  expect(seen).toEqual(["a", "b", "c"]);
});

test("work under a claim is not offered again; a claim that found less than granted ends it", () => {
  const ready = readyWith("a");
  const [work] = ready.offerable(1, NOW);
  if (!work) throw new Error("nothing offered");
  ready.claim(work);
  expect(ids(ready)).toEqual([]);
  ready.claimed(work, false, NOW - 5, work.seen, NOW);
  expect(ready.size).toBe(0);
});

test("what was discovered after a claim began is not forgotten when that claim finds too little", () => {
  const ready = readyWith("a");
  const [work] = ready.offerable(1, NOW);
  if (!work) throw new Error("nothing offered");
  const seenBefore = work.seen;
  ready.claim(work);
  ready.discovered([found("a", NOW - 1)], NOW);
  ready.claimed(work, false, undefined, seenBefore, NOW);
  expect(ids(ready)).toEqual(["a"]);
});

test("a full claim goes on from the last row it got, so that claimed index entries are not read again; discovery resets that", () => {
  const ready = readyWith("a");
  const [work] = ready.offerable(1, NOW);
  if (!work) throw new Error("nothing offered");
  ready.claim(work);
  ready.claimed(work, true, NOW - 3, work.seen, NOW);
  expect(ready.offerable(1, NOW)[0]?.dueAfterMs).toBe(NOW - 3);
  ready.discovered([found("a", NOW - 20)], NOW);
  expect(ready.offerable(1, NOW)[0]?.dueAfterMs).toBe(Number.NEGATIVE_INFINITY);
});

test("a full lane's work waits for a permit of that lane, a full host's for one of that host", () => {
  const ready = readyWith("a", "b");
  const [a, b] = ready.offerable(2, NOW);
  if (!a || !b) throw new Error("nothing offered");
  ready.refused(a, refusal("a", { reason: "lane_full" }), NOW + 1_000);
  ready.refused(b, refusal("b", { reason: "host_full", host: "rx:443" }), NOW + 1_000);
  expect(ids(ready, NOW + 999)).toEqual([]);
  ready.released("a", "other:443");
  expect(ids(ready)).toEqual(["a"]);
  ready.released("z", "rx:443");
  expect(ids(ready).sort()).toEqual(["a", "b"]);
});

test("parked work is looked at again after a while even if nobody tells of a free permit", () => {
  const ready = readyWith("a");
  const [a] = ready.offerable(1, NOW);
  if (!a) throw new Error("nothing offered");
  ready.refused(a, refusal("a", { reason: "lane_full" }), NOW + 1_000);
  expect(ids(ready, NOW + 1_000)).toEqual(["a"]);
  ready.released("a", "h");
  expect(ids(ready, NOW + 1_000)).toEqual(["a"]);
});

test("a refusal with a time waits for that time, one that a person ends is looked at again, a full pool keeps its place", () => {
  const ready = readyWith("a", "b", "c");
  const [a, b, c] = ready.offerable(3, NOW);
  if (!a || !b || !c) throw new Error("nothing offered");
  ready.refused(a, refusal("a", { reason: "retry_after", until: NOW + 300, endedBy: null }), NOW + 1_000);
  ready.refused(b, refusal("b", { reason: "subscription_paused", endedBy: "subscription_resumed" }), NOW + 1_000);
  ready.refused(c, refusal("c", { reason: "pool_full" }), NOW + 1_000);
  expect(ids(ready)).toEqual(["c"]);
  expect(ids(ready, NOW + 300)).toEqual(["c", "a"]);
  expect(ids(ready, NOW + 1_000)).toEqual(["c", "a", "b"]);
});

test("a retry that was just scheduled is offered at its time without a discovery, an earlier one before a later one", () => {
  const ready = new ReadyLanes();
  const at = (dueMs: number) => ready.scheduled({ laneId: "a", shard: 1, class: "retry", dueMs }, NOW);
  at(NOW + 500);
  at(NOW + 200);
  expect(ready.nextTimeMs).toBe(NOW + 200);
  expect(ids(ready, NOW + 199)).toEqual([]);
  expect(ids(ready, NOW + 200)).toEqual(["a"]);
});

test("work that is dropped is offered no more, wherever it was", () => {
  const ready = readyWith("a", "b");
  const [a, b] = ready.offerable(2, NOW);
  if (!a || !b) throw new Error("nothing offered");
  ready.refused(a, refusal("a", {}), NOW + 1_000);
  ready.drop(a);
  ready.drop(b);
  ready.released("a", "h");
  expect(ids(ready)).toEqual([]);
  expect(ready.size).toBe(0);
});

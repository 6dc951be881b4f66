import { expect, test } from "vitest";
import type { Refusal } from "../admission/offer.ts";
import { ReadyLanes } from "./ready-lanes.ts";
import type { FoundWork, Work } from "./work.ts";

const now = 1_000_000;
const many = 500;
const found = (laneId: string, fields: Partial<FoundWork> = {}): FoundWork => ({
  laneId,
  tenantId: "t",
  host: "h",
  shard: 1,
  class: "first",
  firstDueAt: now - 10,
  ...fields,
});
const refusal = (fields: Partial<Refusal> = {}) =>
  ({ reason: "lane_full", until: null, endedBy: "permit_released", ...fields }) as Pick<Refusal, "reason" | "until" | "endedBy">;
const ids = (ready: ReadyLanes, at = now) => ready.offerable(many, at).map(({ laneId }) => laneId);

function readyWith(...works: (string | FoundWork)[]): ReadyLanes {
  const ready = new ReadyLanes();
  for (const work of works) ready.discovered(typeof work === "string" ? found(work) : work, now);
  return ready;
}

function taken(ready: ReadyLanes, laneId = "a"): Work {
  const work = ready.offerable(many, now).find((each) => each.laneId === laneId);
  if (!work) throw new Error(`${laneId} is not offered`);
  return work;
}

test("work that is due is offered, work that is not is offered when its time comes", () => {
  const ready = readyWith("a", found("b", { firstDueAt: now + 500 }));
  expect(ids(ready)).toEqual(["a"]);
  expect(ready.nextAt).toBe(now + 500);
  expect(ids(ready, now + 500).sort()).toEqual(["a", "b"]);
});

test("with more ready lanes than a round takes, every lane gets its turn, in turns over tenants", () => {
  const flood = Array.from({ length: 200 }, (_, i) => found(`f${i}`, { tenantId: "flood" }));
  const ready = readyWith(...flood, found("quiet", { tenantId: "other" }));
  const rounds = [1, 2, 3, 4].map(() => ready.offerable(1, now).map(({ laneId }) => laneId));
  for (const round of rounds) {
    expect(round).toContain("quiet");
    expect(round.length).toBe(64);
  }
  expect(new Set(rounds.flat()).size).toBe(201);
});

test("work under a claim is not offered again; a claim that found less than granted ends it", () => {
  const ready = readyWith("a");
  const work = taken(ready);
  ready.claim(work);
  expect(ids(ready)).toEqual([]);
  expect(ready.claimed(work, { isFull: false, lastDueAt: now - 5, seenBefore: work.seen }, now)).toBe(false);
  expect(ready.size).toBe(0);
});

test("what was discovered after a claim began is not forgotten when that claim finds too little", () => {
  const ready = readyWith("a");
  const work = taken(ready);
  const seenBefore = work.seen;
  ready.claim(work);
  ready.discovered(found("a", { firstDueAt: now - 1 }), now);
  ready.claimed(work, { isFull: false, lastDueAt: null, seenBefore }, now);
  expect(ids(ready)).toEqual(["a"]);
});

test("a retry that was scheduled while a claim was under way is offered at its time", () => {
  const ready = readyWith(found("a", { class: "retry" }));
  const work = taken(ready);
  ready.claim(work);
  ready.scheduled(found("a", { class: "retry", firstDueAt: now + 700 }), now);
  expect(ready.claimed(work, { isFull: false, lastDueAt: null, seenBefore: work.seen }, now)).toBe(true);
  expect(ids(ready, now + 699)).toEqual([]);
  expect(ids(ready, now + 700)).toEqual(["a"]);
});

test("a full claim goes on from the last row it got, so that claimed index entries are not read again; discovery resets that", () => {
  const ready = readyWith("a");
  const work = taken(ready);
  ready.claim(work);
  ready.claimed(work, { isFull: true, lastDueAt: now - 3, seenBefore: work.seen }, now);
  expect(taken(ready).dueAfter).toBe(now - 3);
  ready.discovered(found("a", { firstDueAt: now - 20 }), now);
  expect(taken(ready).dueAfter).toBe(Number.NEGATIVE_INFINITY);
});

test("a lane asks for more while its claims are filled, and for fewer when they are not", () => {
  const ready = readyWith("a");
  const wanted = [true, true, true, false].map((isFull) => {
    const work = taken(ready);
    ready.claim(work);
    ready.discovered(found("a"), now);
    ready.claimed(work, { isFull, lastDueAt: null, seenBefore: work.seen - 1 }, now);
    return work.wanted;
  });
  expect(wanted).toEqual([4, 8, 16, 8]);
});

test("a full lane's work waits for a permit of that lane, a full host's for one of that host, a tenant's for one of that tenant", () => {
  const ready = readyWith("a", found("b", { host: "rx:443" }), found("c", { tenantId: "u" }));
  ready.refused(taken(ready, "a"), refusal(), now);
  ready.refused(taken(ready, "b"), refusal({ reason: "host_full" }), now);
  ready.refused(taken(ready, "c"), refusal({ reason: "tenant_full" }), now);
  expect(ids(ready, now + 999)).toEqual([]);
  ready.released({ laneId: "a", host: "other:443", tenantId: "x" });
  expect(ids(ready)).toEqual(["a"]);
  ready.released({ laneId: "z", host: "rx:443", tenantId: "x" });
  expect(ids(ready).sort()).toEqual(["a", "b"]);
  ready.released({ laneId: "z", host: "z", tenantId: "u" });
  expect(ids(ready).sort()).toEqual(["a", "b", "c"]);
});

test("parked work is looked at again even if nobody tells of a free permit", () => {
  const ready = readyWith("a");
  ready.refused(taken(ready), refusal(), now);
  ready.wakeAll();
  expect(ids(ready, now + 1_000)).toEqual(["a"]);
});

test("those that waited longest for a host get the next chance: a free permit wakes a few, and who got nothing stays in front", () => {
  const lanes = Array.from({ length: 40 }, (_, i) => `l${i}`);
  const ready = readyWith(...lanes);
  for (const work of ready.offerable(many, now)) ready.refused(work, refusal({ reason: "host_full" }), now);
  const served: string[] = [];
  for (let permit = 0; permit < 80; permit++) {
    ready.released({ laneId: "-", host: "h", tenantId: "-" });
    const [first, ...others] = ready.offerable(many, now);
    if (!first) throw new Error("nobody is woken");
    expect(others.length).toBeLessThan(32);
    served.push(first.laneId);
    ready.claim(first);
    for (const other of others) ready.refused(other, refusal({ reason: "host_full" }), now);
    ready.claimed(first, { isFull: true, lastDueAt: null, seenBefore: first.seen }, now);
  }
  expect(new Set(served.slice(0, 40)).size).toBe(40);
  expect(new Set(served.slice(40)).size).toBe(40);
});

test("a refusal with a time waits for that time, also when a discovery sees it meanwhile; one that a person ends is looked at again; a full pool keeps its place", () => {
  const ready = readyWith("a", "b", "c");
  ready.refused(taken(ready, "a"), refusal({ reason: "retry_after", until: now + 300, endedBy: null }), now);
  ready.refused(taken(ready, "b"), refusal({ reason: "subscription_disabled", endedBy: "subscription_enabled" }), now);
  expect(ready.refused(taken(ready, "c"), refusal({ reason: "pool_full" }), now)).toBe(false);
  ready.discovered(found("a"), now);
  expect(ids(ready)).toEqual(["c"]);
  expect(ids(ready, now + 300).sort()).toEqual(["a", "c"]);
  expect(ids(ready, now + 1_000).sort()).toEqual(["a", "b", "c"]);
});

test("a paused lane is not touched, however often its rows are seen, until it is resumed; unheard, for a minute", () => {
  const ready = readyWith("a");
  const paused = refusal({ reason: "subscription_paused", endedBy: "subscription_resumed" });
  ready.refused(taken(ready), paused, now);
  ready.discovered(found("a"), now + 30_000);
  expect(ids(ready, now + 59_999)).toEqual([]);
  ready.reconsider("a", [1], now + 59_999);
  expect(ids(ready, now + 59_999)).toEqual(["a"]);
  ready.refused(taken(ready), paused, now + 59_999);
  expect(ids(ready, now + 119_999)).toEqual(["a"]);
});

test("a refusal that may end before its time is asked again each second: successes refill a budget, a probe comes back", () => {
  for (const reason of ["retry_budget", "probe_in_flight", "host_probe_in_flight"] as const) {
    const ready = readyWith("a");
    ready.refused(taken(ready), refusal({ reason, until: now + 300_000, endedBy: null }), now);
    expect(ids(ready, now + 999), reason).toEqual([]);
    expect(ids(ready, now + 1_000), reason).toEqual(["a"]);
  }
});

test("a retry that was just scheduled is offered at its time without a discovery, an earlier one before a later one", () => {
  const ready = new ReadyLanes();
  const at = (firstDueAt: number) => ready.scheduled(found("a", { class: "retry", firstDueAt }), now);
  at(now + 500);
  at(now + 200);
  expect(ready.nextAt).toBe(now + 200);
  expect(ids(ready, now + 199)).toEqual([]);
  expect(ids(ready, now + 200)).toEqual(["a"]);
});

test("while a lane recovers its retries are offered before they are due, and not any more when the recovery is over", () => {
  const retry = found("a", { class: "retry", firstDueAt: now + 60_000 });
  const ready = readyWith(retry);
  expect(ids(ready)).toEqual([]);
  ready.recovers("a", [1], now);
  const work = taken(ready);
  ready.recovered("a");
  ready.claim(work);
  ready.claimed(work, { isFull: true, lastDueAt: null, seenBefore: work.seen }, now);
  expect(ids(ready)).toEqual([]);
});

test("work that is dropped is offered no more, wherever it was", () => {
  const ready = readyWith("a", "b");
  const [a, b] = [taken(ready, "a"), taken(ready, "b")];
  ready.refused(a, refusal(), now);
  ready.drop(a);
  ready.drop(b);
  ready.released({ laneId: "a", host: "h", tenantId: "t" });
  expect(ids(ready)).toEqual([]);
  expect(ready.size).toBe(0);
});

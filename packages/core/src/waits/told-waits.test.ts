import { expect, test } from "vitest";
import { type DeliveryLife, type EndedAttempt, type LaneWait, toldWaits } from "./told-waits.ts";

const start = 1_700_000_000_000;
const life: DeliveryLife = {
  createdAt: start,
  endedAt: start + 60_000,
  state: "delivered",
  firstClass: "first",
  attempts: [],
  current: null,
};
const attempt = (atMs: number, more: Partial<EndedAttempt> = {}): EndedAttempt => ({
  startedAt: start + atMs,
  endedAt: start + atMs + 100,
  nextDueAt: null,
  isFailure: true,
  ...more,
});
const wait = (reason: LaneWait["reason"], fromMs: number, toMs: number, more: Partial<LaneWait> = {}): LaneWait => ({
  class: "first",
  reason,
  beganAt: start + fromMs,
  endedAt: start + toMs,
  times: 1,
  limit: null,
  until: null,
  ...more,
});
const spans = (of: Partial<DeliveryLife>, waits: LaneWait[]) =>
  toldWaits({ ...life, ...of }, waits).map(({ reason, from, to }) => [reason, from - start, to === null ? null : to - start]);

test("a first attempt that came late tells what its lane was refused for meanwhile, with the limit", () => {
  const told = toldWaits({ ...life, attempts: [attempt(31_000)] }, [wait("lane_full", -5_000, 31_000, { limit: 20 })]);
  expect(told).toEqual([{ reason: "lane_full", from: start, to: start + 31_000, times: 1, limit: 20, until: null }]);
});

test("before it is due a delivery waits for its own schedule, whatever its lane is refused for", () => {
  const attempts = [attempt(0, { nextDueAt: start + 10_000 }), attempt(40_000, { isFailure: false })];
  expect(spans({ attempts }, [wait("circuit_open", 200, 40_000, { class: "retry" })])).toEqual([
    ["retry_scheduled", 100, 10_000],
    ["circuit_open", 10_000, 40_000],
  ]);
});

test("a reason counts only for the class that it was told to: retries ration no first attempt", () => {
  const attempts = [attempt(20_000)];
  expect(spans({ attempts }, [wait("retry_budget", 0, 20_000, { class: "retry" })])).toEqual([[null, 0, 20_000]]);
  expect(spans({ attempts, firstClass: "ordered" }, [wait("ordered_head", 0, 20_000, { class: "ordered" })])).toEqual([
    ["ordered_head", 0, 20_000],
  ]);
});

test("an attempt that our own worker broke off makes no retry of what follows, one that failed does, and order stays order", () => {
  const waits = [wait("circuit_open", 0, 30_000), wait("retry_budget", 0, 30_000, { class: "retry" })];
  const of = (isFailure: boolean) => spans({ attempts: [attempt(0, { isFailure }), attempt(30_000)] }, waits)[0]?.[0];
  expect([of(false), of(true)]).toEqual(["circuit_open", "retry_budget"]);
});

test("neighbours of one reason are one wait, and what is between them for less than a second is told with it", () => {
  const waits = [
    wait("lane_full", 0, 10_000),
    wait("lane_full", 10_500, 20_000, { times: 3 }),
    wait("lane_full", 20_000, 29_500, { times: 0 }),
  ];
  expect(toldWaits({ ...life, attempts: [attempt(30_000)] }, waits)).toEqual([
    { reason: "lane_full", from: start, to: start + 30_000, times: 4, limit: null, until: null },
  ]);
});

test("a pending delivery ends with what it waits for now, from when that began", () => {
  const pending = { state: "pending", current: "circuit_open" } as const;
  expect(spans(pending, [wait("lane_full", 0, 20_000), wait("circuit_open", 20_000, 60_000)])).toEqual([
    ["lane_full", 0, 20_000],
    ["circuit_open", 20_000, null],
  ]);
  expect(spans(pending, [wait("lane_full", 0, 60_000)])).toEqual([
    ["lane_full", 0, 60_000],
    ["circuit_open", 60_000, null],
  ]);
  expect(spans(pending, [])).toEqual([["circuit_open", 0, null]]);
  const retry = { ...pending, current: "retry_after", attempts: [attempt(0, { nextDueAt: start + 90_000 })] } as const;
  expect(spans(retry, [])).toEqual([["retry_after", 100, null]]);
});

test("what followed the last attempt is no wait when that attempt ended it; one that expired waited until then", () => {
  expect(spans({ state: "dead", attempts: [attempt(0)] }, [])).toEqual([]);
  expect(spans({ attempts: [attempt(0, { isFailure: false })] }, [])).toEqual([]);
  expect(spans({ state: "dead", attempts: [attempt(0, { nextDueAt: start + 5_000 })] }, [])).toEqual([
    ["retry_scheduled", 100, 5_000],
    [null, 5_000, 60_000],
  ]);
});

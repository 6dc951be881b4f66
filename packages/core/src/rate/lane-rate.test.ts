import { expect, test } from "vitest";
import { classify } from "../classify/classify.ts";
import { type LaneRateAsk, type LaneRateState, laneRate } from "./lane-rate.ts";
import { defaultRateConfig } from "./rate-config.ts";

const rate = laneRate(defaultRateConfig);
const start = 1_700_000_000_000;
const plan: LaneRateAsk = { ceilingPerS: 10_000, explicitPerS: null };
const results = {
  ok: classify({ kind: "response", status: 200 }, 0),
  throttled: classify({ kind: "response", status: 429 }, 0),
  failed: classify({ kind: "response", status: 500 }, 0),
  rejected: classify({ kind: "response", status: 404 }, 0),
  ours: classify({ kind: "error", error: "shutdown" }, 0),
};
type Result = keyof typeof results;
const limit = (state: LaneRateState, ask = plan) => rate.limitPerS(state, ask);

interface Load {
  readonly seconds: number;
  /** What share of the limit is asked for. */
  readonly demand?: number;
  readonly durationMs?: number;
  readonly end?: (index: number) => Result;
  readonly ask?: LaneRateAsk;
}

/** Sends at a share of the limit, each answered after `durationMs`; ends at the moment after the last. */
function load(
  from: LaneRateState,
  at: number,
  { seconds, demand = 1, durationMs = 50, end = () => "ok", ask = plan }: Load,
): LaneRateState {
  let state = from;
  let index = 0;
  for (let now = at; now < at + seconds * 1_000; now += 1_000 / (demand * rate.limitPerS(state, ask))) {
    state = rate.take(state, now, ask);
    state = rate.observe(state, { classification: results[end(index++)], durationMs }, now + durationMs, ask);
  }
  return state;
}
const once = (state: LaneRateState, result: Result, at: number, ask = plan, durationMs = 5) =>
  rate.observe(state, { classification: results[result], durationMs }, at, ask);

test("the limit starts at the larger of 50/s and 1.25 times what is proven, never above the plan", () => {
  expect(limit(rate.initial(start))).toBe(50);
  expect(limit(rate.initial(start, 20))).toBe(50);
  expect(limit(rate.initial(start, 400))).toBe(500);
  expect(limit(rate.initial(start, 400), { ceilingPerS: 100, explicitPerS: null })).toBe(100);
});

test("while demand presses and the endpoint holds, the limit doubles every 5 s until the first trouble", () => {
  const state = load(rate.initial(start), start, { seconds: 16 });
  expect(limit(state)).toBe(400);
  expect(state.isCalm).toBe(true);
});

test("after the first trouble it grows by a quarter per 30 s", () => {
  const cut = once(rate.initial(start), "throttled", start + 10);
  expect(limit(cut)).toBe(25);
  expect(limit(load(cut, start + 20, { seconds: 29 }))).toBe(25);
  expect(limit(load(cut, start + 20, { seconds: 61 }))).toBeCloseTo(25 * 1.25 ** 2, 5);
});

test("it grows up to the plan's ceiling and not beyond", () => {
  const ask = { ceilingPerS: 120, explicitPerS: null };
  expect(limit(load(rate.initial(start), start, { seconds: 20, ask }), ask)).toBe(120);
});

test("without demand the limit does not grow: a rate that nobody tried is not proven", () => {
  expect(limit(load(rate.initial(start), start, { seconds: 60, demand: 0.5 }))).toBe(50);
});

test("below 98 % success it does not grow, and that is the first trouble", () => {
  const state = load(rate.initial(start), start, { seconds: 6, end: (index) => (index % 25 === 0 ? "rejected" : "ok") });
  expect([limit(state), state.isCalm]).toEqual([50, false]);
});

test("when latency grows by half it does not grow any more", () => {
  const usual = load(rate.initial(start), start, { seconds: 5.5, demand: 0.5 });
  const slower = load(usual, start + 6_000, { seconds: 6, durationMs: 200 });
  expect([limit(slower), slower.isCalm]).toEqual([50, false]);
});

test("a 429 halves it, once per 2 s however many there are, and never below 1/s", () => {
  let state = rate.initial(start);
  for (let i = 0; i < 20; i++) state = once(state, "throttled", start + 100 + i * 50);
  expect(limit(state)).toBe(25);
  for (let i = 0; i < 20; i++) state = once(state, "throttled", start + 5_000 + i * 3_000);
  expect(limit(state)).toBe(1);
});

test("a burst of failures halves it, a few failures do not", () => {
  const after = (n: number) =>
    Array.from({ length: n }).reduce<LaneRateState>((state, _, i) => once(state, "failed", start + 100 + i), rate.initial(start));
  expect(limit(after(4))).toBe(50);
  expect(limit(after(5))).toBe(25);
  // Five of a hundred are no burst.
  const healthy = load(rate.initial(start), start, { seconds: 4, end: (index) => (index % 20 === 0 ? "failed" : "ok") });
  expect(limit(healthy)).toBe(50);
});

test("answers to what was sent before the cut say nothing about the lower rate", () => {
  const cut = once(rate.initial(start), "throttled", start + 100);
  expect(once(cut, "throttled", start + 5_000, plan, 5_000)).toBe(cut);
});

test("our own faults are no trouble", () => {
  const state = rate.initial(start);
  expect(once(state, "ours", start)).toBe(state);
});

test("a limit that the customer set holds from the start, and trouble goes below it", () => {
  const ask = (explicitPerS: number) => ({ ceilingPerS: 10_000, explicitPerS });
  expect(limit(rate.initial(start), ask(5))).toBe(5);
  expect(limit(rate.initial(start), ask(300))).toBe(300);
  const cut = once(rate.initial(start), "throttled", start + 10, ask(300));
  expect(limit(cut, ask(300))).toBe(150);
  expect(limit(load(cut, start + 20, { seconds: 200, ask: ask(300) }), ask(300))).toBe(300);
  expect(limit(rate.initial(start), { ceilingPerS: 100, explicitPerS: 300 })).toBe(100);
  expect(limit(once(rate.initial(start), "throttled", start, ask(0.5)), ask(0.5))).toBe(0.5);
});

test("refused stays pending until a moment later than now, and within any second at most 1.25 limits pass", () => {
  let state = rate.initial(start);
  const passed: number[] = [];
  for (let now = start; now < start + 3_000; now += 5) {
    const verdict = rate.check(state, now, plan);
    if (verdict.ok) {
      state = rate.take(state, now, plan);
      passed.push(now);
    } else {
      expect(verdict.reason).toBe("rate_limited");
      expect(verdict.until).toBeGreaterThan(now);
      expect(rate.check(state, verdict.until as number, plan)).toEqual({ ok: true });
    }
  }
  for (const from of passed) expect(passed.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(50 * 1.25 + 1);
  expect(passed.length).toBeGreaterThanOrEqual(150);
});

test("giving back what was just taken frees it", () => {
  const state = rate.take(rate.initial(start), start, plan);
  const back = rate.giveBack(rate.take(state, start, plan));
  expect(back).toEqual(state);
  expect(rate.giveBack(rate.giveBack(state))).toEqual(rate.initial(start));
});

test("when the circuit closes the limit is what was proven, not what the failures before had cut it to", () => {
  let cut = rate.initial(start, 400);
  for (let i = 0; i < 10; i++) cut = once(cut, "throttled", start + 3_000 * (i + 1));
  expect(limit(cut)).toBe(1);
  const resumed = rate.resume(cut, start + 60_000, 400);
  expect([limit(resumed), resumed.isCalm]).toEqual([500, false]);
  expect(limit(rate.resume(cut, start + 60_000, 4))).toBe(5);
  expect(limit(rate.resume(cut, start + 60_000, 0))).toBe(50);
});

test("a state is plain JSON data, and one that found nothing out may be forgotten", () => {
  const state = load(rate.initial(start), start, { seconds: 3 });
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  expect(rate.isIdle(state, start + 3_000, 0)).toBe(false);
  expect(rate.isIdle(state, start + 60_000, 0)).toBe(true);
  expect(rate.isIdle(once(state, "throttled", start + 3_000), start + 60_000, 0)).toBe(false);
});

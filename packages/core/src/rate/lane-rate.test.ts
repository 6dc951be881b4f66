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

/** So many ends at once. */
const many = (from: LaneRateState, counts: Partial<Record<Result, number>>, at: number) =>
  Object.entries(counts).reduce((state, [result, n]) => {
    let next = state;
    for (let i = 0; i < n; i++) next = once(next, result as Result, at);
    return next;
  }, from);

test("a cut never goes below what succeeded per second in the step that led to it, for failures and for 429 alike", () => {
  const busy = many(rate.initial(start), { ok: 70 }, start + 1_500);
  expect(limit(many(busy, { failed: 18 }, start + 2_000))).toBe(35);
  expect(limit(once(busy, "throttled", start + 2_000))).toBe(35);
  expect(limit(once(many(rate.initial(start), { ok: 40 }, start + 1_500), "throttled", start + 2_000))).toBe(25);
});

test("a cut after which as much fails as before is taken back once, and that ratio cuts no more until a sound step or clearly more failures", () => {
  const quarter = (from: LaneRateState, at: number) => many(from, { ok: 18, failed: 6 }, at);
  const cut = quarter(rate.initial(start), start + 1_000);
  expect(limit(cut)).toBe(25);
  const back = quarter(cut, start + 4_000);
  expect(limit(back)).toBe(50);
  let state = back;
  for (let i = 0; i < 20; i++) state = quarter(state, start + 8_000 + i * 1_000);
  expect(limit(state)).toBe(50);
  // Twice as much is clearly more.
  expect(limit(many(back, { ok: 20, failed: 20 }, start + 8_000))).toBe(25);
  // After a sound step a quarter is a burst again.
  const sound = once(many(back, { ok: 50 }, start + 10_000), "ok", start + 40_000);
  expect(limit(many(sound, { ok: 18, failed: 6 }, start + 45_000))).toBe(25);
});

test("an outage is no usual ratio: while half or more fails, the cuts stay and go on down to what succeeds", () => {
  let state = rate.initial(start);
  for (let i = 1; i <= 10; i++) state = many(state, { failed: 6 }, start + i * 3_000);
  expect(limit(state)).toBe(1);
  expect(state.trouble?.usualRatio).toBe(0);
});

test("a cut that helped stays, and the lane grows again when all is well", () => {
  const cut = many(rate.initial(start), { ok: 18, failed: 18 }, start + 1_000);
  expect(limit(cut)).toBe(25);
  expect(limit(load(cut, start + 1_100, { seconds: 31 }))).toBe(31.25);
});

test("a lane that fails at its usual ratio grows back to where it was before the cuts, and not beyond", () => {
  let state = many(rate.initial(start), { failed: 5 }, start + 1_000);
  expect(limit(state)).toBe(25);
  // A cut by what looked like an outage, to an endpoint that fails a tenth of all.
  state = load(state, start + 1_100, { seconds: 300, end: (index) => (index % 10 === 0 ? "failed" : "ok") });
  expect(limit(state)).toBe(50);
});

test("a growth that turned a sound lane unsound is taken back, and the next waits 30 s, 1 min and so on up to 1 h, until one is sound", () => {
  let state = once(rate.initial(start), "throttled", start);
  let now = start + 10;
  /** All is well until the limit grows. @returns for how many half minutes */
  const untilGrown = () => {
    const from = now;
    for (const before = limit(state); limit(state) === before; now += 1_000) state = load(state, now, { seconds: 1 });
    return Math.floor((now - from) / 30_000);
  };
  untilGrown();
  const waits = Array.from({ length: 9 }, () => {
    state = many(state, { ok: 10, failed: 8 }, now);
    expect(limit(state)).toBe(25);
    return untilGrown();
  });
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120]);
  untilGrown();
  expect(limit(state)).toBeCloseTo(25 * 1.25 ** 2, 5);
  state = many(state, { ok: 10, failed: 8 }, now);
  expect([untilGrown(), limit(state)]).toEqual([1, 25 * 1.25 ** 2]);
});

test("what trouble taught is kept through a restart, what was on trial is not; a circuit that closes begins anew", () => {
  const state = many(many(rate.initial(start), { ok: 18, failed: 6 }, start + 1_000), { ok: 18, failed: 6 }, start + 4_000);
  const stored = JSON.parse(JSON.stringify(rate.export(state)));
  const restored = rate.initial(start + 60_000, 0, stored);
  expect(restored.trouble).toMatchObject({ usualRatio: 5 / 23, cutFrom: 0, grownFrom: 0, regainTo: 0 });
  expect(limit(many(restored, { ok: 18, failed: 6 }, start + 61_000))).toBe(50);
  expect(rate.resume(state, start, 0).trouble).toBeNull();
  expect([rate.export(rate.initial(start)), rate.initial(start, 0, null).trouble]).toEqual([null, null]);
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

import { expect, test } from "vitest";
import type { AttemptResult } from "../classify/attempt-result.ts";
import { classify } from "../classify/classify.ts";
import { defaultLaneSizeConfig, laneRecomputeMs } from "./lane-size.ts";
import { type WatchedSize, watchedSizing } from "./test-support/watched-sizing.ts";

const sizing = watchedSizing(defaultLaneSizeConfig);
const permit = { laneId: "sub_1", tenantId: "ten_1", host: "rx:443", class: "first" } as const;
const well = { planCap: 100, isAnswering: true };
const end = (result: AttemptResult, durationMs: number) => ({ permit, classification: classify(result, 0), durationMs });
const ok = (durationMs: number) => end({ kind: "response", status: 200 }, durationMs);
const failing = end({ kind: "response", status: 503 }, 20_000);

/** One minute of `perS` arrivals, each answered as told, `held` permits in use; ends with a computation. */
function minute(answer: ReturnType<typeof end>, perS: number, held: number, state = sizing.initial(0), from = 0, ask = well): WatchedSize {
  let current = state;
  for (let now = from + 1_000; now <= from + 60_000; now += 1_000) {
    current = sizing.took(sizing.arrived(current, perS, now - 500), held);
    for (let i = 0; i < perS; i++) current = sizing.observe(current, answer, now - 500);
    current = sizing.tick(current, now, held, ask);
  }
  return current;
}

test("C = ⌈λ · L_p99⌉ + headroom of 4: 40 arrivals per second that take half a second need 20 + 4 permits", () => {
  const state = minute(ok(500), 40, 100);
  const { arrivalPerS, latencyP99Ms } = sizing.measure(state, 60_000);
  expect(arrivalPerS).toBeCloseTo(40, 0);
  expect(latencyP99Ms).toBeGreaterThan(490);
  expect(latencyP99Ms).toBeLessThanOrEqual(500);
  expect(sizing.capOf(state, well)).toBe(Math.ceil((arrivalPerS * (latencyP99Ms as number)) / 1_000) + 4);
  expect(sizing.capOf(state, well)).toBe(24);
});

test("λ comes from arrivals, not from what was sent: retries and a blocked lane do not change it", () => {
  const arrivalsOnly = minute(ok(500), 40, 100);
  let retried = arrivalsOnly;
  for (let i = 0; i < 200; i++) retried = sizing.observe(retried, ok(490), 60_000);
  expect(sizing.measure(retried, 60_000).arrivalPerS).toBe(sizing.measure(arrivalsOnly, 60_000).arrivalPerS);
});

test("L comes from 2xx only: neither a hanging nor an instantly failing endpoint changes its size", () => {
  const before = minute(ok(500), 40, 100);
  let state = before;
  for (let i = 0; i < 100; i++) state = sizing.observe(state, i % 2 ? failing : end({ kind: "response", status: 400 }, 1), 60_000);
  expect(sizing.measure(state, 60_000)).toEqual(sizing.measure(before, 60_000));
});

test("λ of a lane's first seconds is not averaged over a whole minute, nor is one arrival a flood", () => {
  let state = sizing.initial(0);
  for (let now = 0; now < 4_000; now += 1_000) state = sizing.arrived(state, 40, now);
  expect(sizing.measure(state, 4_000).arrivalPerS).toBe(40);
  expect(sizing.measure(sizing.arrived(sizing.initial(0), 1, 0), 1).arrivalPerS).toBe(0.5);
});

test("a new lane starts at 4, and one without traffic is as a new one", () => {
  expect(sizing.capOf(sizing.initial(0), well)).toBe(4);
  const busy = minute(ok(500), 40, 100);
  const rested = sizing.tick(busy, 200_000, 0, well);
  expect(sizing.capOf(rested, well)).toBe(4);
  expect(sizing.isIdle(sizing.tick(rested, 300_000, 0, well), 300_000)).toBe(true);
  expect(sizing.isIdle(busy, 61_000)).toBe(false);
});

test("a lane's size stays within 2 and the plan's cap", () => {
  expect(sizing.capOf(minute(ok(2_000), 200, 1_000), well)).toBe(100);
  expect(sizing.capOf(minute(ok(2_000), 200, 1_000), { planCap: 7, isAnswering: true })).toBe(7);
  const tight = watchedSizing({ ...defaultLaneSizeConfig, headroom: 0 });
  const quick = tight.tick(tight.observe(tight.arrived(tight.initial(0), 1, 0), ok(1), 0), 2_000, 0, well);
  expect(tight.capOf(quick, well)).toBe(2);
  expect(tight.capOf(quick, { planCap: 1, isAnswering: true })).toBe(1);
});

test("it is recomputed every 2 s and not in between", () => {
  let state = sizing.initial(0);
  for (let i = 0; i < 100; i++) state = sizing.took(sizing.observe(sizing.arrived(state, 1, 500), ok(1_000), 500), 4);
  expect(sizing.tick(state, laneRecomputeMs - 1, 4, well)).toBe(state);
  expect(sizing.tick(state, laneRecomputeMs, 4, well).cap).toBeGreaterThan(4);
});

test("a lane grows only when at least half of it was used; it shrinks either way", () => {
  expect(sizing.capOf(minute(ok(500), 40, 1), well)).toBe(4);
  expect(sizing.capOf(minute(ok(500), 40, 2), well)).toBeGreaterThan(4);
  const large = minute(ok(500), 40, 100);
  expect(sizing.capOf(minute(ok(500), 10, 1, large, 60_000), well)).toBe(9);
});

test("a lane grows only at 90 % success", () => {
  const at = (good: number) => {
    let state = sizing.arrived(sizing.took(sizing.initial(0), 4), 100, 0);
    for (let i = 0; i < 100; i++) state = sizing.observe(state, i < good ? ok(1_000) : failing, 1_000);
    return sizing.tick(state, 2_000, 4, well).cap;
  };
  expect(at(89)).toBe(4);
  expect(at(90)).toBeGreaterThan(4);
});

test("a sick lane has 2: its breaker is not closed, or under half succeeded in the last minute", () => {
  const large = minute(ok(500), 40, 100);
  expect(sizing.capOf(large, { ...well, isAnswering: false })).toBe(2);
  expect(sizing.isSick(large, false)).toBe(true);
  const half = sizing.observe(sizing.observe(sizing.initial(0), ok(1), 0), failing, 0);
  expect(sizing.isSick(half, true)).toBe(false);
  const sick = sizing.observe(half, failing, 0);
  expect(sizing.isSick(sick, true)).toBe(true);
  expect(sizing.capOf(sick, well)).toBe(2);
  expect(sizing.isSick(sizing.tick(sick, 60_000, 0, well), true)).toBe(false);
});

test("an endpoint that hangs and answers nothing never grows, whatever arrives for it", () => {
  const state = minute(end({ kind: "error", error: "timeout" }, 30_000), 100, 4);
  expect(state.cap).toBe(4);
  expect(sizing.capOf(state, well)).toBe(2);
});

test("our own faults make no lane sick", () => {
  const state = sizing.observe(sizing.initial(0), end({ kind: "error", error: "shutdown" }, 1), 0);
  expect(state).toEqual(sizing.initial(0));
});

test("λ and L survive a restart: the lane keeps its size for a minute, until its own measures stand", () => {
  const before = minute(ok(500), 40, 100);
  const restored = sizing.restore(sizing.measure(before, 60_000), 90_000);
  expect(sizing.capOf(restored, well)).toBe(24);
  // Three arrivals with a quick answer alone would need five permits.
  const young = sizing.tick(sizing.observe(sizing.arrived(restored, 3, 91_000), ok(400), 91_500), 92_000, 3, well);
  expect(sizing.capOf(young, well)).toBe(24);
  expect(sizing.capOf(sizing.tick(young, 152_000, 0, well), well)).toBe(4);
});

test("a lane does not feed on its own queueing: it grows only while L is within 1.5 times its lowest and 20 ms", () => {
  /** Half a minute of 10/s to an endpoint whose answers take as long as there are requests in flight. */
  const crowded = (msPerRequest: number) => {
    let state = sizing.initial(0);
    for (let now = 0; now < 120_000; now += 100) {
      const held = sizing.capOf(state, well);
      state = sizing.tick(sizing.took(sizing.arrived(state, 1, now), held), now, held, well);
      state = sizing.observe(state, ok(held * msPerRequest), now);
    }
    return sizing.capOf(state, well);
  };
  // 10/s · 1 s is 10, and with 14 in flight an answer takes 3.5 s: without the rule it grows to 39, and from there on.
  expect(crowded(250)).toBeLessThanOrEqual(16);
  const steady = minute(ok(500), 40, 100);
  expect(sizing.capOf(steady, well)).toBe(24);
});

test("a backlog is worked off as fast as before when nothing new arrives, and the lane shrinks when it is worked off", () => {
  let state = minute(ok(300), 40, 100);
  const before = sizing.capOf(state, well);
  let now = 60_000;
  /** As many requests as the lane allows, without a pause, each for 300 ms. */
  const deliver = (until: number) => {
    for (let owed = 0; now < until; now += 100) {
      const held = sizing.capOf(state, well);
      state = sizing.tick(sizing.took(state, held), now, held, well);
      for (owed += held / 3; owed >= 1; owed--) state = sizing.observe(state, ok(300), now);
    }
  };
  deliver(300_000);
  expect(sizing.capOf(state, well)).toBeGreaterThanOrEqual(before - 4);
  for (const end = now + 120_000; now < end; now += 1_000) state = sizing.tick(state, now, 0, well);
  expect(sizing.capOf(state, well)).toBe(4);
});

test("a replay for a lane that nothing arrives for is not held to the permits of a lane at rest, and an endpoint that it makes slower is spared", () => {
  const replay = (answerMs: (held: number) => number) => {
    let state = sizing.initial(0);
    for (let now = 0, owed = 0; now < 600_000; now += 100) {
      const held = sizing.capOf(state, well);
      state = sizing.tick(sizing.took(state, held), now, held, well);
      for (owed += (held * 100) / answerMs(held); owed >= 1; owed--)
        state = sizing.observe(state, ok(answerMs(held) * (owed % 2 < 1 ? 1 : 0.6)), now);
    }
    return sizing.capOf(state, well);
  };
  expect(replay(() => 300)).toBeGreaterThan(8);
  expect(replay((held) => 100 * held)).toBeLessThanOrEqual(8);
});

test("an endpoint that has become slower is believed after a while: the lowest L rises by about 1 % per computation", () => {
  let state = minute(ok(190), 40, 100);
  expect(sizing.capOf(state, well)).toBeLessThanOrEqual(12);
  let grownAt = 0;
  for (let now = 60_000; now < 400_000; now += 100) {
    state = sizing.tick(sizing.took(sizing.arrived(state, 4, now), 100), now, 100, well);
    state = sizing.observe(state, ok(900), now);
    if (grownAt === 0 && sizing.capOf(state, well) > 20) grownAt = now;
  }
  expect(grownAt).toBeGreaterThan(60_000 + 60_000);
  expect(grownAt).toBeLessThan(60_000 + 300_000);
});

test("the lowest L is kept through a restart, and a measure stored without it is accepted", () => {
  const before = minute(ok(150), 40, 100);
  const stored = JSON.parse(JSON.stringify(sizing.measure(before, 60_000)));
  expect(stored.latencyBaseMs).toBeGreaterThan(0);
  expect(sizing.restore(stored, 60_000).baseMs).toBe(stored.latencyBaseMs);
  const { latencyBaseMs: _, ...older } = stored;
  expect(sizing.restore(older, 60_000).baseMs).toBeNull();
});

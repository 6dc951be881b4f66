import fc from "fast-check";
import { expect, test } from "vitest";
import { classify } from "../classify/classify.ts";
import { sfc32 } from "../random/sfc32.ts";
import { defaultRampConfig as config, type RampState, recoveryRamp } from "./recovery-ramp.ts";

const ramp = recoveryRamp(config);
const start = 1_700_000_000_000;
const minute = 60_000;
const results = {
  ok: classify({ kind: "response", status: 200 }, 0),
  rejected: classify({ kind: "response", status: 404 }, 0),
  throttled: classify({ kind: "response", status: 429 }, 0),
  failed: classify({ kind: "response", status: 503 }, 0),
  silent: classify({ kind: "error", error: "timeout" }, 0),
  ours: classify({ kind: "error", error: "shutdown" }, 0),
};
type Result = keyof typeof results;
const ask = { inFlight: 0, lanePermits: 40 };
const ended = (state: RampState, result: Result, at: number, durationMs = 10) =>
  ramp.observe(state, { classification: results[result], durationMs }, at);
/** One answer each second for a while. */
function answers(from: RampState, at: number, seconds: number, end: (second: number) => Result = () => "ok") {
  let state = from;
  for (let second = 1; second <= seconds; second++) state = ended(state, end(second), at + second * 1_000);
  return state;
}
const begun = ramp.begin(start, 100);

test("on close a lane begins with 10 % of its proven rate and of its permits", () => {
  expect(ramp.share(begun)).toBe(0.1);
  expect(ramp.check(begun, start, { inFlight: 3, lanePermits: 40 })).toEqual({ ok: true });
  expect(ramp.check(begun, start, { inFlight: 4, lanePermits: 40 })).toEqual({
    ok: false,
    reason: "ramp",
    until: null,
    endedBy: "permit_released",
  });
  let state = begun;
  let made = 0;
  for (let now = start; now < start + 10_000; now += 10) {
    if (!ramp.check(state, now, ask).ok) continue;
    state = ramp.take(state, now);
    made++;
  }
  expect(made).toBeGreaterThanOrEqual(99);
  expect(made).toBeLessThanOrEqual(103);
});

test("it rises to 100 % over 5 min while success is at least 90 %, and then is over", () => {
  expect(ramp.share(answers(begun, start, 150))).toBeCloseTo(0.55, 2);
  expect(answers(begun, start, 299)).not.toBeNull();
  expect(answers(begun, start, 301)).toBeNull();
  expect(ramp.share(answers(begun, start, 150, (second) => (second % 20 === 0 ? "failed" : "ok")))).toBeGreaterThan(0.4);
});

test("it falls back on failure: below 90 % success half of the way is lost, down to the start", () => {
  const half = answers(begun, start, 150);
  const fallen = answers(half, start + 150_000, 10, () => "failed");
  expect(ramp.share(fallen)).toBeLessThan(ramp.share(half));
  expect(ramp.share(answers(half, start + 150_000, 40, () => "failed"))).toBeCloseTo(0.1, 2);
  for (const result of ["failed", "silent", "throttled"] as const) {
    expect(ramp.share(answers(half, start + 150_000, 10, () => result)), result).toBeLessThan(ramp.share(half));
  }
  expect(ramp.share(answers(half, start + 150_000, 10, () => "rejected"))).toBeGreaterThan(ramp.share(half));
});

test("one good answer beside a recent failure is no 90 %: it does not rise on it", () => {
  const failedOnce = ended(answers(begun, start, 9), "failed", start + 20_000);
  const beside = ended(failedOnce, "ok", start + 41_000);
  expect(ramp.share(beside)).toBe(ramp.share(failedOnce));
  expect(ramp.share(ended(beside, "ok", start + 55_000))).toBeGreaterThan(ramp.share(failedOnce));
});

/**
 * An endpoint of which a ratio fails anyhow, and that answers so many per second beside it, sent what the ramp lets through.
 * @returns the share at the end of each minute; 1 when the ramp is over
 */
function minutesAt(endpoint: { fails: number; bearsPerS: number }, provenPerS: number, seed: number): number[] {
  const random = sfc32(seed);
  let state = ramp.begin(start, provenPerS);
  const shares: number[] = [];
  for (let second = 1; second <= 40 * 60; second++) {
    const perS = Math.max(1, Math.floor(provenPerS * ramp.share(state)));
    const failing = Math.max(endpoint.fails, 1 - endpoint.bearsPerS / perS);
    for (let n = 0; n < perS; n++) state = ended(state, random() < failing ? "failed" : "ok", start + second * 1_000 + n, 0);
    if (second % 60 === 0) shares.push(ramp.share(state));
  }
  return shares;
}
const seeds = Array.from({ length: 20 }, (_, i) => i);

test("an endpoint of which one in five fails anyhow gets out of its recovery: what a tenth of the load does not mend is no overload", () => {
  for (const fails of [0.12, 0.2, 0.3, 0.4])
    for (const provenPerS of [10, 100])
      for (const seed of seeds) {
        const shares = minutesAt({ fails, bearsPerS: 1_000 }, provenPerS, seed);
        expect(shares.indexOf(1), `${fails} at ${provenPerS}/s, seed ${seed}`).toBeGreaterThanOrEqual(4);
        expect(shares.indexOf(1), `${fails} at ${provenPerS}/s, seed ${seed}`).toBeLessThan(30);
      }
});

test("one of which more than half fails is not raised, however long that lasts", () => {
  for (const seed of seeds) expect(Math.max(...minutesAt({ fails: 0.6, bearsPerS: 1_000 }, 100, seed))).toBeLessThan(0.15);
});

test("one that fails more of more is held near what it bears, also if it fails some of the least, and never learns to be sent more", () => {
  for (const seed of seeds) {
    for (const bearsPerS of [6, 8, 9]) expect(Math.max(...minutesAt({ fails: 0, bearsPerS }, 100, seed)), `${bearsPerS}`).toBeLessThan(0.2);
    expect(Math.max(...minutesAt({ fails: 0, bearsPerS: 20 }, 100, seed))).toBeLessThan(0.35);
    expect(Math.max(...minutesAt({ fails: 0.2, bearsPerS: 20 }, 100, seed))).toBeLessThan(0.4);
  }
});

test("what is usual is known after a restart, and not taken from answers that ask for less", () => {
  let state = begun;
  for (let second = 1; second <= 480; second++) state = ended(state, second % 5 === 0 ? "failed" : "ok", start + second * 1_000);
  const stored = JSON.parse(JSON.stringify(ramp.export(state)));
  expect(stored.usualRatio).toBeCloseTo(0.24);
  expect(ramp.export(ramp.restore(stored, start))).toEqual(stored);
  const { usualRatio: _, ...older } = stored;
  expect(ramp.export(ramp.restore(older, start))?.usualRatio).toBe(0);
  expect(ramp.export(answers(begun, start, 1_200, (second) => (second % 5 === 0 ? "throttled" : "ok")))?.usualRatio).toBe(0);
});

test("results of what was sent before the ramp began or fell back, and our own faults, are identity", () => {
  expect(ended(begun, "ok", start + 5_000, 6_000)).toBe(begun);
  expect(ended(begun, "failed", start + 5_000, 6_000)).toBe(begun);
  expect(ended(begun, "ours", start + 5_000)).toBe(begun);
});

test("silence does not raise it: what was not sent proved nothing", () => {
  expect(ramp.share(ended(begun, "ok", start + 60 * minute))).toBeCloseTo(0.19, 5);
});

test("even a quiet lane gets at least one permit and one delivery per second", () => {
  const quiet = ramp.begin(start, 0.01);
  expect(ramp.check(quiet, start, { inFlight: 0, lanePermits: 2 })).toEqual({ ok: true });
  const taken = ramp.take(quiet, start);
  expect(ramp.check(taken, start, ask)).toMatchObject({ ok: false, reason: "ramp" });
  expect(ramp.check(taken, start + 1_001, ask)).toEqual({ ok: true });
});

test("a lane without a ramp is not held up by it, and may be forgotten", () => {
  const none = ramp.initial();
  expect([ramp.share(none), ramp.check(none, start, { inFlight: 500, lanePermits: 1 }).ok, ramp.isIdle(none)]).toEqual([1, true, true]);
  expect([ramp.take(none, start), ramp.giveBack(none), ended(none, "failed", start), ramp.export(none)]).toEqual([null, null, null, null]);
  expect(ramp.isIdle(begun)).toBe(false);
});

test("a restart goes on where the ramp stood", () => {
  const half = answers(begun, start, 150);
  const stored = JSON.parse(JSON.stringify(ramp.export(half)));
  const restored = ramp.restore(stored, start + 60 * minute);
  expect(ramp.share(restored)).toBe(ramp.share(half));
  expect(ramp.restore(null, start)).toBeNull();
});

const world = fc.array(
  fc.record({
    gapMs: fc.nat(8_000),
    result: fc.constantFrom<Result>("ok", "ok", "ok", "ok", "rejected", "failed", "silent", "ours"),
    take: fc.boolean(),
  }),
  { maxLength: 200 },
);

test("the share never exceeds the curve of a recovery without failures, and never falls below the start", () => {
  fc.assert(
    fc.property(world, (sequence) => {
      let state = begun;
      let now = start;
      for (const { gapMs, result } of sequence) {
        now += gapMs;
        state = ended(state, result, now, 0);
        const curve = Math.min(1, config.start + ((1 - config.start) * (now - start)) / config.window_ms);
        expect(ramp.share(state)).toBeLessThanOrEqual(curve + 1e-9);
        expect(ramp.share(state)).toBeGreaterThanOrEqual(config.start);
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
        if (state === null) return;
      }
    }),
  );
});

test("offered load in the ramp stays at or below its curve, over any span since the close, and a refusal ends later than now", () => {
  fc.assert(
    fc.property(world, (sequence) => {
      let state = begun;
      let now = start;
      let offered = 0;
      let allowedByCurve = 0;
      for (const { gapMs, result } of sequence) {
        const before = Math.min(1, config.start + ((1 - config.start) * (now + gapMs - start)) / config.window_ms);
        allowedByCurve += (before * 100 * gapMs) / 1_000;
        now += gapMs;
        for (let i = 0; i < 50 && state !== null; i++) {
          const verdict = ramp.check(state, now, ask);
          if (!verdict.ok) {
            expect(verdict.until).toBeGreaterThan(now);
            break;
          }
          state = ramp.take(state, now);
          offered++;
        }
        if (state === null) return;
        // One burst of a quarter of a second, and one that was begun.
        expect(offered).toBeLessThanOrEqual(allowedByCurve + 25 + 1);
        state = ended(state, result, now, 0);
      }
    }),
  );
});

test("giving back what was just taken leaves the same to take", () => {
  fc.assert(
    fc.property(fc.nat(20), (n) => {
      let state = begun;
      for (let i = 0; i < n; i++) state = ramp.take(state, start);
      const back = ramp.giveBack(ramp.take(state, start));
      expect(ramp.check(back, start, ask)).toEqual(ramp.check(state, start, ask));
    }),
  );
});

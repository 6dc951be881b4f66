import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultShedConfig, judgeCall, type ShedState, shedding } from "./shedding.ts";

const config = { deliveries: 1_000, bytes: 1_000_000, window_ms: 300_000 };

interface World {
  readonly inPerS: number;
  readonly outPerS: number;
  readonly seconds: number;
}

/** Plays seconds: arrivals are kept or shed as told, the endpoint takes what it can, the backlog is read. */
function play(phases: readonly World[], start = { backlog: 0, state: shedding.initial() as ShedState, at: 0 }) {
  let { backlog, state, at } = start;
  let largest = backlog;
  let turns = 0;
  let shed = 0;
  for (const { inPerS, outPerS, seconds } of phases) {
    for (let second = 0; second < seconds; second++) {
      at += 1_000;
      if (state.isShedding) {
        state = shedding.shed(state, { deliveries: inPerS, bytes: inPerS * 100 });
        shed += inPerS;
      } else backlog += inPerS;
      backlog = Math.max(0, backlog - outPerS);
      const next = shedding.observe(state, { deliveries: backlog, bytes: backlog * 100 }, at, config);
      if (next.isShedding !== state.isShedding) turns++;
      state = next;
      largest = Math.max(largest, backlog);
    }
  }
  return { backlog, state, at, largest, turns, shed };
}

test("shedding begins when the backlog is over its threshold and has not shrunk over 5 min", () => {
  expect(defaultShedConfig).toEqual({ deliveries: 100_000, bytes: 1_000_000_000, window_ms: 300_000 });
  const over = { inPerS: 101, outPerS: 0, seconds: 10 };
  const almost = play([over, { inPerS: 1, outPerS: 0, seconds: 299 }]);
  expect(almost.state.isShedding).toBe(false);
  expect(play([over, { inPerS: 1, outPerS: 0, seconds: 300 }]).state.isShedding).toBe(true);
});

test("a backlog that stands still has not shrunk; one that shrinks is not shed, however large", () => {
  const burst = { inPerS: 100_000, outPerS: 0, seconds: 1 };
  expect(play([burst, { inPerS: 0, outPerS: 0, seconds: 301 }]).state.isShedding).toBe(true);
  expect(play([burst, { inPerS: 10, outPerS: 20, seconds: 3_600 }])).toMatchObject({ shed: 0, turns: 0 });
});

test("bytes alone are enough, each against its own threshold", () => {
  const heavy = { deliveries: 3, bytes: 2_000_000 };
  let state = shedding.observe(shedding.initial(), heavy, 0, config);
  expect(state.isShedding).toBe(false);
  state = shedding.observe(state, heavy, 300_000, config);
  expect(state.isShedding).toBe(true);
  // At the threshold is not above it.
  expect(shedding.observe(state, { deliveries: 1_000, bytes: 1_000_000 }, 300_001, config)).toEqual(shedding.initial());
});

test("it ends below the threshold, and a plan's own threshold counts", () => {
  const { state, at } = play([{ inPerS: 20, outPerS: 0, seconds: 600 }]);
  expect(state.isShedding).toBe(true);
  expect(shedding.observe(state, { deliveries: 900, bytes: 0 }, at, config).isShedding).toBe(false);
  expect(shedding.observe(state, { deliveries: 5_000, bytes: 0 }, at, { ...config, deliveries: 10_000 }).isShedding).toBe(false);
});

test("what shedding itself keeps away is no recovery: under lasting overload it does not begin and end in turns", () => {
  const { turns, largest, shed } = play([{ inPerS: 20, outPerS: 10, seconds: 86_400 }]);
  expect(shed).toBeGreaterThan(0);
  expect(largest).toBeLessThanOrEqual(config.deliveries + 301 * 20);
  // Each turn lasts at least as long as the backlog needs to grow for one window, and to shrink again.
  expect(turns).toBeLessThanOrEqual(86_400 / 300 + 1);
});

test("an endpoint that recovers and takes more than arrives is shed no longer, though its backlog is still over the threshold", () => {
  const down = play([
    { inPerS: 100_000, outPerS: 0, seconds: 1 },
    { inPerS: 20, outPerS: 0, seconds: 3_600 },
  ]);
  expect(down.state.isShedding).toBe(true);
  const recovering = play([{ inPerS: 20, outPerS: 22, seconds: 301 }], down);
  expect(recovering.state.isShedding).toBe(false);
  expect(recovering.backlog).toBeGreaterThan(config.deliveries);
});

test("what is owed stays within the threshold and one window of arrivals, at any load", () => {
  const phases = fc.array(fc.record({ inPerS: fc.nat(50), outPerS: fc.nat(30), seconds: fc.nat(600) }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(phases, (worlds) => {
      const { largest, state } = play(worlds.map((world) => ({ ...world, outPerS: 0 })));
      expect(largest).toBeLessThanOrEqual(config.deliveries + 302 * 50);
      expect(state.samples.length).toBeLessThanOrEqual(12);
      const real = play(worlds);
      expect(JSON.parse(JSON.stringify(real.state))).toEqual(real.state);
      expect(shedding.isIdle(real.state)).toBe(real.backlog <= config.deliveries || real.at === 0);
    }),
    { numRuns: 40 },
  );
});

test("a call is refused when every subscription that matches is shedding, and accepted when one is not or none matches", () => {
  expect(judgeCall(3, 3, config)).toEqual({ ok: false, code: "subscription_backlog_shed", retryAfterMs: 30_000 });
  expect(judgeCall(3, 2, config)).toEqual({ ok: true });
  expect(judgeCall(0, 0, config)).toEqual({ ok: true });
  expect(judgeCall(1, 1, { window_ms: 10 })).toMatchObject({ retryAfterMs: 1_000 });
});

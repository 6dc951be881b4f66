import fc from "fast-check";
import { expect, test } from "vitest";
import { classify } from "../classify/classify.ts";
import { provenRate } from "../rate/proven-rate.ts";
import { catchUp, catchUpPerS, replayAllowance, replaySeconds } from "./catch-up.ts";
import { replayLoad } from "./replay-load.ts";

const load = { limitPerS: 20, newPerS: 5, floorShare: 0.2 };
const permit = { laneId: "sub_1", tenantId: "ten_1", host: "rx:443", class: "catch_up" } as const;
const loads = fc.record({
  limitPerS: fc.double({ min: 1, max: 500, noNaN: true }),
  newPerS: fc.double({ min: 0, max: 1_000, noNaN: true }),
  floorShare: fc.constantFrom(0.1, 0.2, 0.5),
});

test("C46: new and backlog together never exceed the lane's limit, and the backlog always has its floor", () => {
  expect(catchUpPerS(load)).toBe(15);
  expect(catchUpPerS({ ...load, newPerS: 100 })).toBe(4);
  fc.assert(
    fc.property(loads, (each) => {
      const perS = catchUpPerS(each);
      expect(perS).toBeGreaterThanOrEqual(each.limitPerS * each.floorShare);
      if (each.newPerS <= each.limitPerS * (1 - each.floorShare)) expect(each.newPerS + perS).toBeLessThanOrEqual(each.limitPerS + 1e-9);
    }),
  );
});

test("a backlog is granted no more than its rate and one second's burst over any time, new work is never refused", () => {
  fc.assert(
    fc.property(
      loads,
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom("retry" as const, "catch_up" as const),
      (each, seconds, backlogClass) => {
        let state = catchUp.initial(null, 0);
        let granted = 0;
        for (let now = 0; now <= seconds * 1_000; now += 50) {
          while (granted < 20_000 && catchUp.check(state, now, { ...each, class: backlogClass }).ok) {
            state = catchUp.take(state, now, { ...each, class: backlogClass });
            granted++;
          }
          for (const other of ["first", "ordered"] as const) {
            expect(catchUp.check(state, now, { ...each, class: other })).toEqual({ ok: true });
            expect(catchUp.take(state, now, { ...each, class: other })).toBe(state);
          }
        }
        const perS = catchUpPerS(each);
        expect(granted).toBeLessThanOrEqual(perS * seconds + Math.max(1, perS) + 1);
        expect(granted).toBeGreaterThanOrEqual(Math.floor(perS * seconds * 0.9));
      },
    ),
    { numRuns: 30 },
  );
});

test("a refused backlog is told when it may go on", () => {
  let state = catchUp.initial(null, 0);
  for (let i = 0; i < 15; i++) state = catchUp.take(state, 0, { ...load, class: "catch_up" });
  expect(catchUp.check(state, 0, { ...load, class: "catch_up" })).toEqual({ ok: false, reason: "catch_up", until: 67, endedBy: null });
  expect(catchUp.check(state, 67, { ...load, class: "catch_up" }).ok).toBe(true);
});

test("what was given back may be granted again at once, an end changes nothing, and a paid-off lane is forgotten", () => {
  const taken = catchUp.take(catchUp.initial(null, 5), 5, { ...load, class: "catch_up" });
  expect(catchUp.giveBack(taken, 5, permit)).toEqual(catchUp.initial(null, 5));
  const end = { permit, classification: classify({ kind: "response", status: 200 }, 5), durationMs: 1 };
  expect(catchUp.observe(taken, end, 5)).toBe(taken);
  expect(catchUp.isIdle(taken, 5)).toBe(false);
  expect(catchUp.isIdle(taken, 1_005)).toBe(true);
});

test("a bulk replay queues ten seconds ahead of its lane and no more", () => {
  expect(replayAllowance(load, 0)).toBe(150);
  expect(replayAllowance(load, 149)).toBe(1);
  expect(replayAllowance(load, 10_000)).toBe(0);
  expect(replaySeconds(load, 20_000, null)).toBe(1_334);
  expect(replaySeconds(load, 20_000, 10)).toBe(2_000);
  expect(replaySeconds(load, 20_000, 500)).toBe(1_334);
});

test("a replay counts on the limit a lane starts with: the start rate, or what is proven, within the plan", () => {
  const config = { rate: { start_per_s: 50 }, floor: { share: 0.2 } };
  const now = 1_700_000_000_000;
  const measured = (perS: number, arrivalPerS: number) => ({
    proven: { ...provenRate.initial(), best: [Math.floor(now / (24 * 3_600_000)), 60 * perS] },
    measure: { arrivalPerS, latencyP99Ms: 10 },
  });
  expect(replayLoad({ ceilingPerS: 500, lane: null }, now, config)).toEqual({ limitPerS: 50, newPerS: 0, floorShare: 0.2 });
  expect(replayLoad({ ceilingPerS: 500, lane: measured(80, 7) }, now, config)).toMatchObject({ limitPerS: 100, newPerS: 7 });
  expect(replayLoad({ ceilingPerS: 500, lane: measured(800, 0) }, now, config).limitPerS).toBe(500);
});

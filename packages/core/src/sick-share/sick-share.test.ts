import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultSickShareConfig, sickShare } from "./sick-share.ts";

test("all sick lanes together hold at most 25 % of the pool; healthy lanes are not asked", () => {
  let state = sickShare.initial(defaultSickShareConfig);
  let granted = 0;
  while (sickShare.check(state, true).ok && granted < 1_000) {
    state = sickShare.take(state, true);
    granted++;
  }
  expect(granted).toBe(125);
  expect(sickShare.check(state, true)).toEqual({ ok: false, reason: "sick_pool", until: null, endedBy: "permit_released" });
  expect(sickShare.check(state, false)).toEqual({ ok: true });
  expect(sickShare.take(state, false)).toBe(state);
});

test("even the smallest pool lets one sick lane prove that it is well again", () => {
  expect(sickShare.check(sickShare.initial({ size: 1, sick_share: 0.25 }), true)).toEqual({ ok: true });
});

test("a lane that falls sick counts with all it holds, and recovers with all it holds", () => {
  const state = sickShare.turned(sickShare.initial({ size: 40, sick_share: 0.25 }), true, 30);
  expect(sickShare.check(state, true).ok).toBe(false);
  expect(sickShare.check(sickShare.turned(state, false, 30), true).ok).toBe(true);
  expect(sickShare.isIdle(sickShare.turned(state, false, 30))).toBe(true);
});

const steps = fc.array(fc.record({ lane: fc.nat(5), kind: fc.constantFrom("ask", "ask", "ask", "end", "turn") }), { maxLength: 200 });

test("the count is always the sum over the sick lanes, and no sick lane is granted anything at or above the limit", () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 40 }), (sequence, size) => {
      const lanes = Array.from({ length: 6 }, () => ({ held: 0, sick: false }));
      let state = sickShare.initial({ size, sick_share: 0.25 });
      const sum = () => lanes.reduce((total, { held, sick }) => total + (sick ? held : 0), 0);
      for (const { lane: index, kind } of sequence) {
        const lane = lanes[index] as (typeof lanes)[number];
        if (kind === "turn") {
          lane.sick = !lane.sick;
          state = sickShare.turned(state, lane.sick, lane.held);
        } else if (kind === "end" && lane.held > 0) {
          lane.held--;
          state = sickShare.release(state, lane.sick);
        } else if (kind === "ask" && sickShare.check(state, lane.sick).ok) {
          if (lane.sick) expect(sum()).toBeLessThan(Math.max(1, size / 4));
          lane.held++;
          state = sickShare.take(state, lane.sick);
        }
        expect(state.inFlight).toBe(sum());
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      }
    }),
  );
});

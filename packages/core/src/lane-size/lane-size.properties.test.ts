import fc from "fast-check";
import { expect, test } from "vitest";
import { classify } from "../classify/classify.ts";
import { defaultLaneSizeConfig } from "./lane-size.ts";
import { watchedSizing } from "./test-support/watched-sizing.ts";

const sizing = watchedSizing(defaultLaneSizeConfig);
const permit = { laneId: "sub_1", tenantId: "ten_1", host: "rx:443", class: "first" } as const;
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom("arrive", "take", "end", "tick"),
    waitMs: fc.nat(9_000),
    n: fc.nat(300),
    status: fc.constantFrom(200, 200, 200, 404, 503),
    closed: fc.boolean(),
    planCap: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
  }),
  { maxLength: 80 },
);

test("whatever happens, a lane's permits stay within its plan, a sick lane has at most 2, and no growth comes while the breaker is not closed", () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      let now = 1_700_000_000_000;
      let state = sizing.initial(now);
      for (const { kind, waitMs, n, status, closed, planCap } of sequence) {
        now += waitMs;
        const ask = { planCap, isAnswering: closed };
        const before = state;
        if (kind === "arrive") state = sizing.arrived(state, n, now);
        else if (kind === "take") state = sizing.took(state, n);
        else if (kind === "end") {
          state = sizing.observe(state, { permit, classification: classify({ kind: "response", status }, now), durationMs: n * 100 }, now);
        } else state = sizing.tick(state, now, n, ask);
        const cap = sizing.capOf(state, ask);
        expect(Number.isSafeInteger(cap)).toBe(true);
        expect(cap).toBeGreaterThanOrEqual(1);
        expect(cap).toBeLessThanOrEqual(planCap ?? 500);
        expect(cap >= 2 || planCap === 1).toBe(true);
        if (sizing.isSick(state, closed)) expect(cap).toBeLessThanOrEqual(2);
        if (!closed && n > 0) expect(state.cap).toBeLessThanOrEqual(Math.max(before.cap, 2));
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      }
    }),
  );
});

test("an idle state may be forgotten: a fresh one has the same size", () => {
  fc.assert(
    fc.property(steps, fc.nat(400_000), (sequence, waitMs) => {
      let now = 1_700_000_000_000;
      let state = sizing.initial(now);
      for (const { waitMs: pauseMs, n, planCap } of sequence) {
        now += pauseMs;
        state = sizing.tick(sizing.arrived(state, n, now), now, 0, { planCap, isAnswering: true });
      }
      now += waitMs;
      state = sizing.tick(state, now, 0, { planCap: 50, isAnswering: true });
      if (!sizing.isIdle(state, now)) return;
      for (const isAnswering of [true, false]) {
        const ask = { planCap: 50, isAnswering };
        expect(sizing.capOf(state, ask)).toBe(sizing.capOf(sizing.initial(now), ask));
      }
    }),
  );
});

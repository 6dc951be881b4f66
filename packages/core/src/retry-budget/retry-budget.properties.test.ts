import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultBudgetConfig as config, floorPerS } from "./budget-config.ts";
import { type RetryBudgetState, retryBudget } from "./retry-budget.ts";

const budget = retryBudget(config);
const start = 1_700_000_000_000;
const asks = fc
  .record({
    lane: fc.double({ min: 0, max: 100, noNaN: true }),
    host: fc.nat(200),
    worker: fc.nat(2_000),
    liveWorkers: fc.integer({ min: 1, max: 20 }),
  })
  .map(({ lane, host, worker, liveWorkers }) => ({ laneOfferedPerS: lane, hostOfferedPerS: host, workerOfferedPerS: worker, liveWorkers }));
const steps = fc.array(fc.record({ gapMs: fc.nat(20_000), kind: fc.constantFrom("retry", "retry", "success", "failure") }), {
  maxLength: 120,
});
type Ask = typeof asks extends fc.Arbitrary<infer T> ? T : never;

const fresh = ({ liveWorkers }: Ask): RetryBudgetState => ({
  lane: budget.initialLane(start),
  host: budget.initialHost(start),
  fleet: budget.initialFleet(start, liveWorkers),
});
type Step = typeof steps extends fc.Arbitrary<(infer T)[]> ? T : never;

function play(
  sequence: readonly Step[],
  ask: Ask,
  look: (state: RetryBudgetState, now: number, made: boolean, kind: Step["kind"]) => void,
) {
  let state = fresh(ask);
  let now = start;
  for (const { gapMs, kind } of sequence) {
    now += gapMs;
    const made = kind === "retry" && budget.check(state, now, ask).ok;
    if (made) state = budget.take(state, now, ask).state;
    if (kind !== "retry") state = budget.observe(state, { success: kind === "success" }, now, ask);
    look(state, now, made, kind);
  }
  return { state, now };
}

test("over any window retries are at most the burst, 10 % of successes and the floor", () => {
  fc.assert(
    fc.property(steps, asks, (sequence, ask) => {
      const log: { at: number; made: boolean; success: boolean }[] = [];
      play(sequence, ask, (_state, at, made, kind) => log.push({ at, made, success: kind === "success" }));
      for (let from = 0; from < log.length; from++) {
        const window = log.slice(from);
        let made = 0;
        let successes = 0;
        for (const entry of window) {
          made += entry.made ? 1 : 0;
          successes += entry.success ? 1 : 0;
          const spanS = (entry.at - (window[0] as (typeof log)[number]).at) / 1_000;
          const floor = floorPerS(config, ask.laneOfferedPerS) * spanS;
          expect(made).toBeLessThanOrEqual(config.burst + config.ratio * successes + floor + 1e-3);
        }
      }
    }),
  );
});

test("a refusal ends later than now, within five minutes, and then a retry is affordable", () => {
  fc.assert(
    fc.property(steps, asks, (sequence, ask) => {
      play(sequence, ask, (state, now) => {
        const verdict = budget.check(state, now, ask);
        if (verdict.ok) return;
        expect(verdict.until).toBeGreaterThan(now);
        expect(verdict.until).toBeLessThanOrEqual(now + 300_001);
        expect(budget.check(state, verdict.until as number, ask).ok).toBe(true);
      });
    }),
  );
});

test("whatever others spend, a lane gets its floor: one retry at least each 1 ÷ floor seconds", () => {
  fc.assert(
    fc.property(asks, (ask) => {
      const nothing = { tokens: 0, at: start };
      let state: RetryBudgetState = { lane: { floor: 0, earned: 0, at: start }, host: nothing, fleet: nothing };
      const everyMs = Math.ceil(1_000 / floorPerS(config, ask.laneOfferedPerS)) + 1;
      for (let i = 1; i <= 20; i++) {
        const now = start + i * everyMs;
        state = { ...state, host: { tokens: 0, at: now }, fleet: { tokens: 0, at: now } };
        expect(budget.check(state, now, ask).ok).toBe(true);
        state = budget.take(state, now, ask).state;
      }
    }),
  );
});

test("giving back what was just taken leaves what there was, and no level ever holds less than nothing or more than its burst", () => {
  fc.assert(
    fc.property(steps, asks, (sequence, ask) => {
      play(sequence, ask, (state, now) => {
        const { lane, host, fleet } = state;
        for (const held of [lane.floor, lane.earned, host.tokens, fleet.tokens]) expect(held).toBeGreaterThanOrEqual(-1e-6);
        expect(lane.floor + lane.earned).toBeLessThanOrEqual(config.burst);
        expect(host.tokens).toBeLessThanOrEqual(config.host_burst);
        expect(budget.laneFill(lane, now, ask.laneOfferedPerS)).toBeLessThanOrEqual(1);
        if (!budget.check(state, now, ask).ok) return;
        const taken = budget.take(state, now, ask);
        const back = budget.giveBack(taken.state, now, ask, taken.charge);
        for (const level of ["host", "fleet"] as const) expect(back[level].tokens).toBeGreaterThanOrEqual(state[level].tokens - 1e-6);
        expect(budget.laneFill(back.lane, now, ask.laneOfferedPerS)).toBeCloseTo(budget.laneFill(lane, now, ask.laneOfferedPerS), 6);
      });
    }),
  );
});

test("a state is plain JSON data, and an idle lane may be forgotten", () => {
  fc.assert(
    fc.property(steps, asks, fc.nat(4_000_000), (sequence, ask, laterMs) => {
      const { state, now } = play(sequence, ask, () => {});
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      const later = now + laterMs;
      if (!budget.isLaneIdle(state.lane, later)) return;
      expect(budget.laneFill(state.lane, later, ask.laneOfferedPerS)).toBeCloseTo(1, 6);
    }),
  );
});

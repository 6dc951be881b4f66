import { expect, test } from "vitest";
import { defaultBudgetConfig as config, fleetBudget, floorPerS } from "./budget-config.ts";
import { onVerdict, type RetryBudgetAsk, type RetryBudgetState, retryBudget } from "./retry-budget.ts";

const budget = retryBudget(config);
const start = 1_700_000_000_000;
const offered = (perS: number): RetryBudgetAsk => ({
  laneOfferedPerS: perS,
  hostOfferedPerS: perS,
  workerOfferedPerS: perS,
  liveWorkers: 1,
});
const fresh = (): RetryBudgetState => ({
  lane: budget.initialLane(start),
  host: budget.initialHost(start),
  fleet: budget.initialFleet(start, 1),
});

/** Asks for a retry every `gapMs` until `untilMs`, takes whatever is afforded. */
function spend(from: RetryBudgetState, ask: RetryBudgetAsk, untilMs: number, gapMs = 100) {
  let state = from;
  let made = 0;
  for (let at = 0; at <= untilMs; at += gapMs) {
    if (!budget.check(state, start + at, ask).ok) continue;
    state = budget.take(state, start + at, ask).state;
    made++;
  }
  return { state, made };
}

test("a lane may save up 10 retries, a host 50, the fleet 100", () => {
  const burst = (state: RetryBudgetState) => {
    let made = 0;
    let current = state;
    while (budget.check(current, start, offered(0)).ok) {
      current = budget.take(current, start, offered(0)).state;
      made++;
    }
    return { made, state: current };
  };
  expect(burst(fresh()).made).toBe(10);
  // Lanes of one host: each pays one retry from its own floor and nine from the levels.
  let shared = fresh();
  let levels = 0;
  for (let lane = 0; lane < 20; lane++) {
    const { made, state } = burst({ ...shared, lane: budget.initialLane(start) });
    levels += made - 1;
    shared = state;
  }
  expect(levels).toBe(config.host_burst);
  let fleetWide = fresh();
  levels = 0;
  for (let host = 0; host < 40; host++) {
    const { made, state } = burst({ ...fleetWide, lane: budget.initialLane(start), host: budget.initialHost(start) });
    levels += made - 1;
    fleetWide = state;
  }
  expect(levels).toBe(config.fleet_burst);
});

test("at total failure retries stay at 10 % of the offered rate, at least one per 5 min and at most one per second", () => {
  expect([0, 1, 5, 10, 500].map((perS) => floorPerS(config, perS))).toEqual([1 / 300, 0.1, 0.5, 1, 1]);
  const spentFirst = spend(fresh(), offered(0), 5_000, 1).state;
  for (const [perS, expected] of [
    [0, 2],
    [1, 60],
    [5, 300],
    [50, 600],
  ] as const) {
    const { made } = spend(spentFirst, offered(perS), 600_000);
    expect(Math.abs(made - expected), `offered ${perS}/s`).toBeLessThanOrEqual(Math.ceil(5 * floorPerS(config, perS)) + 1);
  }
});

test("each success earns a tenth of a retry at every level, a failure nothing", () => {
  let state = spend(fresh(), offered(0), 1_000, 1).state;
  const before = state;
  for (let i = 0; i < 20; i++) state = budget.observe(state, { success: true }, start + 1_000, offered(0));
  expect(state.lane.earned - before.lane.earned).toBeCloseTo(2, 2);
  expect(state.host.tokens - before.host.tokens).toBeCloseTo(2, 1);
  expect(budget.observe(state, { success: false }, start + 1_000, offered(0))).toBe(state);
});

test("C47: a lane's floor bypasses the upper levels, so a failing tenant cannot spend a healthy one's retries", () => {
  const drained = { ...fresh(), host: { tokens: 0, at: start }, fleet: { tokens: 0, at: start } };
  expect(budget.check(drained, start, offered(1))).toEqual({ ok: true });
  const { state, charge } = budget.take(drained, start, offered(1));
  expect(charge).toBe("floor");
  expect([state.host, state.fleet]).toEqual([drained.host, drained.fleet]);
  // Beyond its floor the lane needs the upper levels: what it earned alone does not do.
  expect(budget.check(state, start, offered(1)).ok).toBe(false);
  expect(budget.check(state, start + 10_000, offered(1)).ok).toBe(true);
});

test("an empty budget defers until it refills, and says until when: within five minutes", () => {
  const empty = spend(fresh(), offered(0), 1_000, 1).state;
  const verdict = budget.check(empty, start + 1_000, offered(0));
  expect(verdict).toMatchObject({ ok: false, reason: "retry_budget", endedBy: null });
  if (verdict.ok || verdict.until === null) throw new Error("expected a moment");
  expect(verdict.until).toBeLessThanOrEqual(start + 301_000);
  expect(budget.check(empty, verdict.until - 2, offered(0)).ok).toBe(false);
  expect(budget.check(empty, verdict.until, offered(0)).ok).toBe(true);
});

test("what a lane has earned waits for its host no longer than until the host's budget affords it", () => {
  const state = { ...fresh(), lane: { floor: 0, earned: 5, at: start }, host: { tokens: 0, at: start } };
  const ask = { ...offered(0), hostOfferedPerS: 100 };
  expect(budget.check(state, start, ask)).toMatchObject({ ok: false, until: start + 1_000 });
  expect(budget.take(state, start + 1_000, ask).charge).toBe("levels");
});

test("an empty budget dead-letters where the subscription wants that", () => {
  const empty = spend(fresh(), offered(0), 1_000, 1).state;
  const verdict = budget.check(empty, start + 1_000, offered(0));
  expect(onVerdict(verdict, "dead_letter")).toEqual({ kind: "dead_letter" });
  expect(onVerdict(verdict, "defer")).toEqual({ kind: "defer", until: verdict.ok ? 0 : verdict.until });
  expect(onVerdict({ ok: true }, "dead_letter")).toEqual({ kind: "send" });
});

test("the fill is exported: full at first, empty when all is spent, and it refills", () => {
  expect(budget.laneFill(fresh().lane, start, 0)).toBe(1);
  const { lane } = spend(fresh(), offered(0), 20, 1).state;
  expect(budget.laneFill(lane, start + 20, 0)).toBeCloseTo(0, 3);
  expect(budget.laneFill(lane, start + 150_000, 0)).toBeCloseTo(0.05, 3);
  expect(budget.isLaneIdle(lane, start + 40 * 60_000)).toBe(false);
  expect(budget.isLaneIdle(lane, start + 51 * 60_000)).toBe(true);
  expect(budget.isHostIdle({ tokens: 49, at: start }, start)).toBe(false);
  expect(budget.isHostIdle({ tokens: 49, at: start }, start + 301_000)).toBe(true);
});

test("the fleet's budget is shared by the live workers: each holds its part of burst and refill", () => {
  expect(fleetBudget(config, 1_000, 4)).toEqual({ perS: 0.25, burst: 25 });
  expect(fleetBudget(config, 1, 4)).toEqual({ perS: 0.1, burst: 25 });
  expect(fleetBudget(config, 0, 4)).toEqual({ perS: 1 / 1_200, burst: 25 });
  // However many they are, each can afford one at a time.
  expect(fleetBudget(config, 1_000, 500).burst).toBe(1);
});

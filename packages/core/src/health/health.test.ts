import { expect, test } from "vitest";
import { hintFor } from "../config-error/config-error-cause.ts";
import { type HealthInput, healthOf, lagSeconds } from "./health.ts";

const now = 1_700_000_000_000;
const quiet: HealthInput = {
  now,
  circuit: { state: "closed", nextProbeAt: null },
  attempts: { finished: 0, succeeded: 0 },
  heads: [],
  backlog: 0,
  deadCount: 0,
  oldestDeadAt: null,
  configError: null,
  isShedding: false,
  ramp: null,
  ordered: null,
  lane: { cap: 4, inFlight: 0 },
  host: { cap: 20, inFlight: 0, activeSubscriptions: 0 },
  retryBudgetFill: 1,
  ratePerS: 50,
};
const head = (ageMs: number, refusedBy: HealthInput["heads"][number]["refusedBy"]) =>
  ({ class: "first", firstDueAt: now - ageMs, refusedBy }) as const;

test("a quiet subscription is healthy: no rate without attempts, no lag without work, no ramp, a full budget", () => {
  expect(healthOf(quiet)).toEqual({
    circuit_state: "closed",
    next_probe_at: null,
    success_rate: null,
    lag_seconds: 0,
    backlog: 0,
    dead_count: 0,
    oldest_dead_at: null,
    likely_configuration_error: null,
    shedding: false,
    ramp_percent: 100,
    ordered_ceiling_per_second: null,
    ordered_gaps: null,
    lane: { cap: 4, in_flight: 0 },
    host: { cap: 20, in_flight: 0, active_subscriptions: 0 },
    retry_budget: { fill: 1 },
    rate_limit: 50,
  });
});

test("health says everything the policies know: circuit, configuration error, shedding, ramp, caps, budget, rate", () => {
  const hint = hintFor("http_401");
  const health = healthOf({
    ...quiet,
    circuit: { state: "open", nextProbeAt: now + 30_000 },
    attempts: { finished: 200, succeeded: 50 },
    heads: [head(90_000, null)],
    backlog: 1_234,
    deadCount: 3,
    oldestDeadAt: now - 7_200_000,
    configError: { cause: "http_401", httpStatus: 401, share: 0.97, hint, since: now - 600_000 },
    isShedding: true,
    ramp: 0.104,
    ordered: {
      latencyMs: 250,
      heads: { deadHeads: 2, latest: { deliveryId: "dlv_7", sequence: 7, reason: "terminal_status", at: now - 9_000 } },
    },
    lane: { cap: 24, inFlight: 20 },
    host: { cap: 20, inFlight: 20, activeSubscriptions: 7 },
    retryBudgetFill: 0.25,
    ratePerS: 62.5,
  });
  expect(health).toEqual({
    circuit_state: "open",
    next_probe_at: now + 30_000,
    success_rate: 0.25,
    lag_seconds: 90,
    backlog: 1_234,
    dead_count: 3,
    oldest_dead_at: now - 7_200_000,
    likely_configuration_error: { cause: "http_401", http_status: 401, hint, since: now - 600_000, share: 0.97 },
    shedding: true,
    ramp_percent: 10,
    ordered_ceiling_per_second: 4,
    ordered_gaps: { count: 2, latest: { delivery_id: "dlv_7", sequence: 7, reason: "terminal_status", at: now - 9_000 } },
    lane: { cap: 24, in_flight: 20 },
    host: { cap: 20, in_flight: 20, active_subscriptions: 7 },
    retry_budget: { fill: 0.25 },
    rate_limit: 62.5,
  });
  expect(JSON.parse(JSON.stringify(health))).toEqual(health);
});

test("an ordered subscription of unknown latency has no ceiling yet, and one without gaps counts none", () => {
  const health = healthOf({ ...quiet, ordered: { latencyMs: null, heads: { deadHeads: 0, latest: null } } });
  expect(health.ordered_ceiling_per_second).toBeNull();
  expect(health.ordered_gaps).toEqual({ count: 0, latest: null });
});

test("only an open circuit has a next probe, and only dead deliveries have an oldest", () => {
  const health = healthOf({ ...quiet, circuit: { state: "half_open", nextProbeAt: now }, oldestDeadAt: now });
  expect(health.next_probe_at).toBeNull();
  expect(health.oldest_dead_at).toBeNull();
});

test("lag is the age of the oldest admissible delivery: what limits, plans and a full worker hold back counts", () => {
  for (const reason of ["lane_full", "host_full", "rate_limited", "tenant_rate_limited", "pool_full", "ramp", "catch_up"] as const) {
    expect(lagSeconds([head(5_000, null), head(61_500, reason)], now), reason).toBe(61.5);
  }
});

test("what its owner or its endpoint holds back is no lag, and neither is what is not due", () => {
  for (const reason of ["subscription_paused", "circuit_open", "host_circuit_open", "retry_after", "retry_budget"] as const) {
    expect(lagSeconds([head(5_000, null), head(3_600_000, reason)], now), reason).toBe(5);
  }
  expect(lagSeconds([head(-60_000, null)], now)).toBe(0);
});

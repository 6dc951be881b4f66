import { expect, test } from "vitest";
import { defaultPolicyConfig, parsePolicyConfig } from "./parse-policy-config.ts";

const problemsOf = (value: unknown) => {
  const result = parsePolicyConfig(JSON.stringify(value));
  return result.ok ? [] : result.problems;
};

test("nothing set means the defaults", () => {
  const defaults = {
    retry: { base_ms: 1_000, factor: 2, cap_ms: 3_600_000, window_ms: 86_400_000, jitter: "full" },
    breaker: {
      window_ms: 60_000,
      min_attempts: 20,
      failure_ratio: 0.5,
      timeout_count: 5,
      timeout_window_ms: 300_000,
      open_ms: 30_000,
      max_open_ms: 1_800_000,
    },
    budget: { ratio: 0.1, floor_per_s: 1, burst: 10, host_burst: 50, fleet_burst: 100 },
    rate: { start_per_s: 50 },
    ramp: { start: 0.1, window_ms: 300_000 },
    lane: { headroom: 4, min: 2, start: 4, sick: 2 },
    host: { cap: 20, bytes_per_s: 10_000_000 },
    pool: { size: 500, sick_share: 0.25, tenant_share: 0.8 },
    floor: { share: 0.2 },
    shed: { deliveries: 100_000, bytes: 1_000_000_000, window_ms: 300_000 },
    config_error: { ratio: 0.95, min: 10, window_ms: 3_600_000 },
    alert: { circuit_open_ms: 300_000, lane_share: 0.8, lane_full_ms: 30_000, backlog_age_ms: 900_000 },
    lease_ms: 90_000,
    deadline: { connect_ms: 10_000, total_ms: 30_000 },
  };
  expect(defaultPolicyConfig).toEqual(defaults);
  for (const json of [undefined, "", "  ", "{}", '{"retry":{}}']) expect(parsePolicyConfig(json)).toEqual({ ok: true, config: defaults });
});

test("what is set is laid over the defaults, key by key", () => {
  const result = parsePolicyConfig('{"retry":{"base_ms":50,"jitter":"equal"},"host":{"cap":3}}');
  expect(result).toEqual({
    ok: true,
    config: {
      ...defaultPolicyConfig,
      retry: { ...defaultPolicyConfig.retry, base_ms: 50, jitter: "equal" },
      host: { ...defaultPolicyConfig.host, cap: 3 },
    },
  });
});

test("every problem is named with its path, all at once", () => {
  const problems = problemsOf({ retry: { base_ms: 0, nonsense: 1 }, hots: { cap: 3 }, lane: { start: "many" }, pool: { size: 1.5 } });
  expect(problems.map((problem) => problem.split(":")[0]).sort()).toEqual([
    "hots",
    "lane.start",
    "pool.size",
    "retry.base_ms",
    "retry.nonsense",
  ]);
  expect(problems).toContain("retry.nonsense: unknown key");
});

test("what is not a JSON object is refused", () => {
  expect(parsePolicyConfig("{")).toMatchObject({ ok: false, problems: [expect.stringMatching(/^not valid JSON/)] });
  for (const value of [null, [], 1, "x"]) expect(problemsOf(value)).toHaveLength(1);
  expect(problemsOf({ retry: null })[0]).toMatch(/^retry: /);
});

test("C50: an attempt that could outlive its lease is refused", () => {
  const total = (totalMs: number, leaseMs: number) => problemsOf({ lease_ms: leaseMs, deadline: { total_ms: totalMs, connect_ms: 1_000 } });
  expect(total(30_000, 31_001)).toEqual([]);
  for (const [totalMs, leaseMs] of [
    [30_000, 31_000],
    [30_000, 30_000],
    [90_000, 30_000],
  ] as const) {
    expect(total(totalMs, leaseMs)).toEqual([expect.stringMatching(/^deadline\.total_ms: .*lease_ms/)]);
  }
  expect(problemsOf({ lease_ms: 30_000 })).toHaveLength(1);
});

test("a connect timeout above the total, a base above its cap and a window over 72 hours are refused", () => {
  expect(problemsOf({ deadline: { connect_ms: 30_001 } })).toEqual([expect.stringMatching(/^deadline\.connect_ms: /)]);
  expect(problemsOf({ retry: { base_ms: 200, cap_ms: 100 } })).toEqual([expect.stringMatching(/^retry\.base_ms: /)]);
  expect(problemsOf({ retry: { window_ms: 72 * 3_600_000 + 1 } })).toEqual([expect.stringMatching(/^retry\.window_ms: /)]);
  expect(problemsOf({ retry: { window_ms: 72 * 3_600_000 } })).toEqual([]);
});

test("a circuit open for longer than its longest and a lane that starts below its least are refused", () => {
  expect(problemsOf({ breaker: { open_ms: 60_000, max_open_ms: 30_000 } })).toEqual([expect.stringMatching(/^breaker\.open_ms: /)]);
  expect(problemsOf({ lane: { start: 1 } })).toEqual([expect.stringMatching(/^lane\.min: /)]);
  expect(problemsOf({ lane: { start: 1, min: 1 } })).toEqual([]);
});

test("a share is above 0 and at most 1, and a number that is none is refused", () => {
  for (const value of [0, 1.1, "half", null, -1]) {
    expect(problemsOf({ floor: { share: value } })).toHaveLength(1);
    expect(problemsOf({ pool: { sick_share: value } })).toHaveLength(1);
    expect(problemsOf({ pool: { tenant_share: value } })).toHaveLength(1);
    expect(problemsOf({ ramp: { start: value } })).toHaveLength(1);
    expect(problemsOf({ breaker: { failure_ratio: value } })).toHaveLength(1);
  }
  expect(problemsOf({ config_error: { ratio: 0.5 } })).toHaveLength(1);
  expect(problemsOf({ floor: { share: 1 }, pool: { sick_share: 1 }, ramp: { start: 1 }, breaker: { failure_ratio: 1 } })).toEqual([]);
});

test("a lane has no fixed maximum: its size is computed", () => {
  expect(problemsOf({ lane: { max: 10 } })).toEqual(["lane.max: unknown key"]);
});

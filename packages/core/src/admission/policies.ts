import { defaultFleetPanicConfig, fleetPanic } from "../circuit-breaker/fleet-panic.ts";
import { hostBreaker } from "../circuit-breaker/host-breaker.ts";
import { subscriptionBreaker } from "../circuit-breaker/subscription-breaker.ts";
import type { PolicyConfig } from "../config/policy-config.ts";
import { laneSizing } from "../lane-size/lane-size.ts";
import { laneTraffic } from "../lane-traffic/lane-traffic.ts";
import type { Random } from "../random/random.ts";
import { hostBytes } from "../rate/host-bytes.ts";
import { laneRate } from "../rate/lane-rate.ts";
import { recoveryRamp } from "../recovery-ramp/recovery-ramp.ts";
import { relapses } from "../recovery-ramp/relapse.ts";
import { retryBudget } from "../retry-budget/retry-budget.ts";
import { minuteMs } from "../time/durations.ts";
import { timeWindow } from "../windows/time-window.ts";

/** How far back deliveries offered to a host and to the worker are counted. */
export const offeredSpanMs = minuteMs;

export type Policies = ReturnType<typeof createPolicies>;

/** Every policy that has a configuration, built from it. */
export function createPolicies(config: PolicyConfig, random: Random) {
  const breakerConfig = { ...config.breaker, probe_lease_ms: config.lease_ms };
  const traffic = laneTraffic(config.breaker.window_ms);
  return {
    config,
    traffic,
    breaker: subscriptionBreaker(breakerConfig, random),
    hostBreaker: hostBreaker(breakerConfig, random),
    panic: fleetPanic(defaultFleetPanicConfig),
    rate: laneRate(config.rate),
    hostBytes: hostBytes(config.host),
    sizing: laneSizing(config.lane, traffic),
    ramp: recoveryRamp(config.ramp),
    relapses: relapses(config.ramp),
    budget: retryBudget(config.budget),
    offered: timeWindow({ spanMs: offeredSpanMs, counters: 1 }),
  };
}

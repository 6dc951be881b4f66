import { plans } from "../plans/plan.ts";
import type { LaneRateAsk } from "../rate/lane-rate.ts";
import type { RetryBudgetAsk } from "../retry-budget/retry-budget.ts";
import { type EpochMs, secondMs } from "../time/durations.ts";
import type { WindowState } from "../windows/time-window.ts";
import type { HostEntry } from "./host-entry.ts";
import type { LaneEntry } from "./lane-entry.ts";
import type { LaneFacts } from "./offer.ts";
import { offeredSpanMs } from "./policies.ts";
import type { Site } from "./step.ts";

/** What a lane's rate is bounded by: its tenant's plan, and the subscription's own limit. */
export function rateAskOf({ plan, rateLimit }: LaneFacts): LaneRateAsk {
  return { ceilingPerS: plan?.deliveries_per_s ?? plans.scale.deliveries_per_s, explicitPerS: rateLimit ?? null };
}

/** New deliveries per second that arrive for the lane. */
export function laneOfferedPerS({ policies }: Site, lane: LaneEntry, now: EpochMs): number {
  return policies.sizing.arrivalPerS(lane.size, now, lane.traffic);
}

export function budgetAskOf(site: Site, lane: LaneEntry, host: HostEntry, now: EpochMs): RetryBudgetAsk {
  const { worker } = site.entries;
  const perS = (state: WindowState) => (site.policies.offered.sum(state, now, 0) * secondMs) / offeredSpanMs;
  const laneOffered = laneOfferedPerS(site, lane, now);
  return {
    laneOfferedPerS: laneOffered,
    hostOfferedPerS: host.offered ? perS(host.offered) : laneOffered,
    workerOfferedPerS: perS(worker.offered),
    liveWorkers: worker.liveWorkers,
  };
}

/** What the lane may have in flight now. */
export function laneCapOf({ policies }: Site, lane: LaneEntry, planCap: number | undefined): number {
  return policies.sizing.capOf(lane.sizeNow, { planCap, isBreakerClosed: lane.isBreakerClosed });
}

/** What the lane may send per second now, a recovery included. */
export function laneLimitPerS({ policies }: Site, lane: LaneEntry, facts: LaneFacts): number {
  const limitPerS = policies.rate.limitPerS(lane.rate, rateAskOf(facts));
  const { ramp } = lane.rare;
  return ramp === null ? limitPerS : Math.min(limitPerS, policies.ramp.share(ramp) * ramp.fullPerS);
}

import { largestLane } from "../lane-size/lane-size.ts";
import { plans } from "../plans/plan.ts";
import type { LaneRateAsk } from "../rate/lane-rate.ts";
import type { LaneLoad } from "../recovery-ramp/relapse.ts";
import type { RetryBudgetAsk } from "../retry-budget/retry-budget.ts";
import { type EpochMs, secondMs } from "../time/durations.ts";
import type { WindowState } from "../windows/time-window.ts";
import type { HostEntry } from "./host-entry.ts";
import type { LaneEntry } from "./lane-entry.ts";
import type { LaneFacts } from "./offer.ts";
import { offeredSpanMs, type Policies } from "./policies.ts";
import type { Site } from "./step.ts";

/** What a lane's rate is bounded by: its tenant's plan, the subscription's own limit, and what its relapses have shown. */
export function rateAskOf({ policies }: Site, lane: LaneEntry, facts: LaneFacts): LaneRateAsk {
  const { ceilingPerS, explicitPerS } = planRateOf(facts);
  return { ceilingPerS: Math.min(ceilingPerS, policies.relapses.perS(lane.rare.relapse)), explicitPerS };
}

function planRateOf({ plan, rateLimit }: LaneFacts): LaneRateAsk {
  return { ceilingPerS: plan?.deliveries_per_s ?? plans.scale.deliveries_per_s, explicitPerS: rateLimit ?? null };
}

/** What the lane could have if it had never fallen again. */
export function fullLoadOf({ policies }: Site, lane: LaneEntry, facts: LaneFacts): LaneLoad {
  const permits = Math.min(facts.hostCap ?? policies.config.host.cap, facts.laneCap ?? largestLane);
  return { permits, perS: policies.rate.limitPerS(lane.rate, planRateOf(facts)) };
}

/** New deliveries per second that arrive for the lane, as its size is computed from them. */
export function laneOfferedPerS({ policies }: Site, lane: LaneEntry, now: EpochMs): number {
  return policies.sizing.arrivalPerS(lane.size, now, lane.traffic);
}

/** Deliveries per second that a window of a host's or the worker's arrivals counted. */
export function offeredPerS({ offered }: Policies, state: WindowState, now: EpochMs): number {
  return (offered.sum(state, now, 0) * secondMs) / offeredSpanMs;
}

/** What budgets are measured from: arrivals ÷ a whole window at every level, so that a burst refills no more than its part. */
export function budgetAskOf({ policies, entries }: Site, lane: LaneEntry, host: HostEntry, now: EpochMs): RetryBudgetAsk {
  const { worker } = entries;
  const perS = (state: WindowState) => offeredPerS(policies, state, now);
  const laneOffered = policies.traffic.offeredPerS(lane.traffic, now);
  return {
    laneOfferedPerS: laneOffered,
    hostOfferedPerS: host.offered ? perS(host.offered) : laneOffered,
    workerOfferedPerS: perS(worker.offered),
    liveWorkers: worker.liveWorkers,
  };
}

/** The breaker has nothing against the lane: its circuit is closed, and its endpoint is not silent. */
export function isAnswering({ policies }: Site, lane: LaneEntry, now: EpochMs): boolean {
  return lane.isBreakerClosed && (lane.unansweredAt === null || !policies.breaker.isSilent(lane.answers, now));
}

/** What the lane may have in flight now. */
export function laneCapOf(site: Site, lane: LaneEntry, planCap: number | undefined, now: EpochMs): number {
  const { sizing, relapses } = site.policies;
  const cap = sizing.capOf(lane.sizeNow, { planCap, isAnswering: isAnswering(site, lane, now) });
  return Math.min(cap, relapses.permits(lane.rare.relapse));
}

/** What the lane may send per second now, a recovery included. */
export function laneLimitPerS(site: Site, lane: LaneEntry, facts: LaneFacts): number {
  const { policies } = site;
  const limitPerS = policies.rate.limitPerS(lane.rate, rateAskOf(site, lane, facts));
  const { ramp } = lane.rare;
  return ramp === null ? limitPerS : Math.min(limitPerS, policies.ramp.share(ramp) * ramp.fullPerS);
}

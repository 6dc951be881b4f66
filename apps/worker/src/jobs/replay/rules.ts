import {
  catchUpPerS,
  nextReplayPace,
  owedReplay,
  type Plan,
  type PlanOverride,
  type PolicyConfig,
  replayAllowance,
  replayLoad,
  replaySpacing,
  resolvePlan,
} from "@hooklane/core";
import type { ReplayRules, TenantPlan } from "@hooklane/db";

/** Part of the shedding threshold that one replay may have open: its failing deliveries must not be what sheds live events. */
const OPEN_SHARE = 0.25;

/** Core's decisions on a bulk replay. */
export function replayRules(policy: PolicyConfig): ReplayRules {
  const floorShare = policy.floor.share;
  return {
    owed: (subscription, createdMs) =>
      owedReplay(
        { ...subscription, windowMs: subscription.retryPolicy.window_ms as number | undefined },
        createdMs,
        policy.retry.window_ms,
      ),
    firstPace: (subscription, nowMs) =>
      catchUpPerS(replayLoad({ ceilingPerS: planOf(subscription).deliveries_per_s, lane: subscription.lane }, nowMs, policy)),
    nextPace: (pacePerS, progress, of) => nextReplayPace(pacePerS, progress, planOf(of).deliveries_per_s),
    // The pace is what the lane leaves to the replay already
    ahead: (pacePerS) => replayAllowance({ limitPerS: pacePerS, newPerS: 0, floorShare }, 0),
    maxOpen: (of) => Math.ceil((planOf(of).shed_deliveries ?? policy.shed.deliveries) * OPEN_SHARE),
    spacing: replaySpacing,
  };
}

const planOf = ({ plan, planOverride }: TenantPlan): Plan => resolvePlan(plan, planOverride as PlanOverride | null);

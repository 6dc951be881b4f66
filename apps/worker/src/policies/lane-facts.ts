import type { LaneFacts } from "@hooklane/core";
import type { Lane } from "../subscriptions/subscription-cache.ts";

/** What admission has to be told of a subscription. @param hostCap what the operator allows its host; undefined: the configured cap */
export function laneFacts(lane: Lane, hostCap: number | undefined): Omit<LaneFacts, "class"> {
  return {
    laneId: lane.id,
    tenantId: lane.tenantId,
    host: lane.host,
    // A claim takes nothing but test sends from a disabled lane
    subscriptionState: lane.state === "disabled" ? "active" : lane.state,
    laneCap: lane.plan.lane_cap,
    plan: lane.plan,
    rateLimit: lane.rateLimit,
    emptyBudget: lane.emptyBudget,
    ...(hostCap === undefined ? {} : { hostCap }),
  };
}

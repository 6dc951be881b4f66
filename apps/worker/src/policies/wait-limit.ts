import type { Explanation, Plan, RefusalReason } from "@hooklane/core";

/** The limit that a lane has reached when it is refused for a reason: requests in flight, deliveries per second, percent of a recovery; null where none says it. */
export function waitLimit(reason: RefusalReason, { lane, host, ratePerS, ramp }: Explanation, plan: Plan): number | null {
  switch (reason) {
    case "lane_full":
      return lane.cap;
    case "host_full":
      return host.cap;
    case "tenant_full":
      return plan.tenant_in_flight;
    case "rate_limited":
      return ratePerS;
    case "tenant_rate_limited":
      return plan.deliveries_per_s;
    case "ramp":
      return ramp === null ? null : Math.round(ramp * 100);
    default:
      return null;
  }
}

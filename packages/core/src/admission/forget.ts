import { catchUp } from "../catch-up/catch-up.ts";
import { provenRate } from "../rate/proven-rate.ts";
import { owedAt } from "../rate-debt/rate-debt.ts";
import { type EpochMs, hourMs, minuteMs } from "../time/durations.ts";
import { dropIdleBreaker } from "./circuits.ts";
import type { LaneEntry } from "./lane-entry.ts";
import type { Site } from "./step.ts";

/** Forgets lanes, hosts and tenants that a fresh state would decide the same for. */
export function forgetIdle(site: Site, now: EpochMs): void {
  const { entries, policies } = site;
  for (const lane of entries.lanes.values()) if (isIdle(site, lane, now)) entries.dropLane(lane);
  for (const host of entries.hosts.values()) {
    dropIdleBreaker(site, host, now);
    if (host.budget && policies.budget.isHostIdle(host.budget, now)) host.budget = null;
    if (host.bytes && policies.hostBytes.isIdle(host.bytes, now)) host.bytes = null;
    if (host.offered && policies.offered.isEmpty(host.offered, now)) host.offered = null;
    entries.dropUnusedHost(host);
  }
  for (const [id, tenant] of entries.tenants)
    if (tenant.held === 0 && tenant.lanes === 0 && owedAt(tenant.sent, now) === 0) entries.tenants.delete(id);
}

/** Who asked lately may be waiting, and would lose the place in line. */
const placeKeptMs = 10 * minuteMs;

/** Ordered by what most lanes fail at, since all lanes are looked at. */
function isIdle({ policies }: Site, lane: LaneEntry, now: EpochMs): boolean {
  if (lane.held > 0 || now - lane.askedAt < placeKeptMs || !provenRate.isIdle(lane.proven, now) || lane.pauseUntil > now || lane.rare.ramp)
    return false;
  if (lane.rare.catchUp && !catchUp.isIdle(lane.rare.catchUp, now)) return false;
  if (!policies.breaker.isIdle(lane.breaker, now) || !policies.budget.isLaneIdle(lane.budget, now)) return false;
  // A lane at rest has its size computed by nobody else.
  lane.size = policies.sizing.tick(lane.size, now, 0, { planCap: undefined, isAnswering: true }, lane.traffic);
  return policies.sizing.isIdle(lane.size, now) && isRateIdle(lane, now);
}

/** What a rate was cut to stays known for an hour; what it has proven is kept by itself. */
function isRateIdle({ rate }: LaneEntry, now: EpochMs): boolean {
  return owedAt(rate.debt, now) === 0 && now - Math.max(rate.stepAt, rate.cutAt) >= hourMs;
}

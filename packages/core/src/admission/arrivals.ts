import type { EpochMs } from "../time/durations.ts";
import { budgetOf } from "./budgets.ts";
import { HostEntry } from "./host-entry.ts";
import type { LaneEntry } from "./lane-entry.ts";
import { laneNumbers } from "./lane-numbers.ts";
import { budgetAskOf } from "./loads.ts";
import type { Site } from "./step.ts";

/** `n` deliveries arrived for the lane: counted for its size, and for what is offered to it, its host and the worker. */
export function countArrivals(site: Site, laneId: string, n: number, now: EpochMs): void {
  if (n <= 0) return;
  const { policies, entries } = site;
  const lane = entries.lane(laneId, now);
  settleBudgets(site, lane, now);
  const { offered } = policies;
  laneNumbers.setCounts(lane.numbers, policies.traffic.arrived(lane.traffic, n, now).counts);
  if (laneNumbers.isUnwatched(lane.numbers)) lane.size = policies.sizing.arrived(lane.size, now);
  entries.worker.offered = offered.add(entries.worker.offered, now, 0, n);
  const { host } = lane;
  if (host?.isShared) host.offered = offered.add(host.offered ?? offered.empty, now, 0, n);
}

/** What refilled until now did so at the lower rate: the arrivals that are about to be counted must not count for the time before them. */
function settleBudgets(site: Site, lane: LaneEntry, now: EpochMs): void {
  const { policies, entries } = site;
  const host = lane.host ?? new HostEntry("");
  const {
    lane: ofLane,
    host: ofHost,
    fleet,
  } = policies.budget.settled(budgetOf(site, lane, host, now), now, budgetAskOf(site, lane, host, now));
  lane.budget = ofLane;
  if (host.budget) host.budget = ofHost;
  if (entries.worker.budget) entries.worker.budget = fleet;
}

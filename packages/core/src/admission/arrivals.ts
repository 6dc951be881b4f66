import type { EpochMs } from "../time/durations.ts";
import { laneNumbers } from "./lane-numbers.ts";
import type { Site } from "./step.ts";

/** `n` deliveries arrived for the lane: counted for its size, and for what is offered to it, its host and the worker. */
export function countArrivals({ policies, entries }: Site, laneId: string, n: number, now: EpochMs): void {
  if (n <= 0) return;
  const lane = entries.lane(laneId, now);
  const { offered } = policies;
  laneNumbers.setCounts(lane.numbers, policies.traffic.arrived(lane.traffic, n, now).counts);
  if (laneNumbers.isUnwatched(lane.numbers)) lane.size = policies.sizing.arrived(lane.size, now);
  entries.worker.offered = offered.add(entries.worker.offered, now, 0, n);
  const { host } = lane;
  if (host?.isShared) host.offered = offered.add(host.offered ?? offered.empty, now, 0, n);
}

import type { RetryBudgetState } from "../retry-budget/retry-budget.ts";
import type { EpochMs } from "../time/durations.ts";
import type { HostEntry } from "./host-entry.ts";
import type { LaneEntry } from "./lane-entry.ts";
import type { Site } from "./step.ts";

/** The three levels that the lane's retries at the host are paid from. */
export function budgetOf({ policies, entries }: Site, lane: LaneEntry, host: HostEntry, now: EpochMs): RetryBudgetState {
  const { worker } = entries;
  return {
    lane: lane.budget,
    host: host.budget ?? policies.budget.initialHost(now),
    fleet: worker.budget ?? policies.budget.initialFleet(now, worker.liveWorkers),
  };
}

/** The budget of a host with a single lane is that lane's, which is smaller and filled the same way. */
export function keepBudget({ entries }: Site, lane: LaneEntry, host: HostEntry, state: RetryBudgetState): void {
  lane.budget = state.lane;
  if (host.isShared) host.budget = state.host;
  entries.worker.budget = state.fleet;
}

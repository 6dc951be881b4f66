/** What a bulk replay saw since it last looked. */
export interface ReplayProgress {
  /** Its deliveries that became final, per second. */
  readonly finishedPerS: number;
  /** Some of what it had queued still waits for its first attempt: the lane was the bottleneck, not the replay. */
  readonly isLaneBusy: boolean;
}

/** A replay that makes no headway goes on trying at this pace, so that it notices when the endpoint is back. */
export const minReplayPerS = 1;

/** A lane that had work all the time is taken to be able to do this much more than it did. */
const room = 1.25;
/** Per step the pace changes by no more than this factor: one silent second is no verdict. */
const stepFactor = 2;

/**
 * How many deliveries per second the lane may be taken to send for a bulk replay, following what it did: doubled while the lane
 * runs out of work, and led towards what was finished while it does not. Only the queue ahead of the lane follows from it; what is
 * sent is decided by the lane's own policies.
 *
 * @param perS the pace so far
 * @param ceilingPerS the plan's deliveries per second
 * @returns deliveries per second, from {@link minReplayPerS} to the ceiling
 */
export function nextReplayPace(perS: number, { finishedPerS, isLaneBusy }: ReplayProgress, ceilingPerS: number): number {
  const wanted = isLaneBusy ? Math.max(perS / stepFactor, Math.min(perS * stepFactor, finishedPerS * room)) : perS * stepFactor;
  return Math.max(minReplayPerS, Math.min(wanted, ceilingPerS));
}

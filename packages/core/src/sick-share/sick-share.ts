import { allowed, refusedBy, type Verdict } from "../policy/verdict.ts";

/** Keys of the policy configuration under `pool`. */
export interface SickShareConfig {
  /** Requests in flight of one worker. */
  readonly size: number;
  /** The part of them that all sick lanes together may hold, in (0, 1]. */
  readonly sick_share: number;
}

export const defaultSickShareConfig: SickShareConfig = { size: 500, sick_share: 0.25 };

export interface SickShareState {
  /** Permits held by lanes that are sick now. */
  readonly inFlight: number;
  readonly limit: number;
}

/**
 * All sick lanes together hold at most a share of the worker, so however many endpoints hang, the rest is left to those
 * that answer; never less than one permit, or none of them could prove that it is well again.
 *
 * A permit does not say whether its lane is sick, so the caller does: `isSick` is the flag it keeps per lane, and a lane
 * whose flag changes is {@link turned} with all that it holds. Then `inFlight` is always the sum over the flagged lanes.
 * A lane that falls sick keeps what it has; nothing more is granted until the sum is below the limit.
 */
export const sickShare = {
  initial: ({ size, sick_share }: SickShareConfig): SickShareState => ({ inFlight: 0, limit: Math.max(1, Math.floor(size * sick_share)) }),
  check(state: SickShareState, isSick: boolean): Verdict {
    return isSick && state.inFlight >= state.limit ? refusedBy("sick_pool", "permit_released") : allowed;
  },
  take: (state: SickShareState, isSick: boolean): SickShareState => changed(state, isSick ? 1 : 0),
  /** The permit was not used, or its attempt ended. */
  release: (state: SickShareState, isSick: boolean): SickShareState => changed(state, isSick ? -1 : 0),
  /** A lane fell sick or recovered while it held `heldByLane` permits of this worker. */
  turned: (state: SickShareState, isSick: boolean, heldByLane: number): SickShareState => changed(state, isSick ? heldByLane : -heldByLane),
  isIdle: (state: SickShareState): boolean => state.inFlight === 0,
} as const;

function changed(state: SickShareState, by: number): SickShareState {
  return by === 0 ? state : { ...state, inFlight: Math.max(0, state.inFlight + by) };
}

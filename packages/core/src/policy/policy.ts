import type { EpochMs } from "../time/durations.ts";
import type { AttemptEnd, Permit } from "./permit.ts";
import type { Verdict } from "./verdict.ts";

/**
 * The one shape of every policy. `State` is plain JSON data; each function returns a new state, or the same one when
 * nothing changed. A policy holds nothing else: whoever owns the states (one per lane, host, …) passes them in.
 */
export interface Policy<Config, State, Ask> {
  /** The state of something never seen before. */
  initial(config: Config, now: EpochMs): State;
  /** Reads only: may one more permit be taken? */
  check(state: State, now: EpochMs, ask: Ask): Verdict;
  /** Consumes what one permit costs; called after *every* policy agreed. */
  take(state: State, now: EpochMs, ask: Ask): State;
  /** A taken permit was not used: the state is as if it had never been taken. */
  giveBack(state: State, now: EpochMs, permit: Permit): State;
  /** An attempt ended. An end that the state knows nothing of is identity. */
  observe(state: State, end: AttemptEnd, now: EpochMs): State;
  /** Nothing would be lost by forgetting the state: `initial` decides the same from `now` on. */
  isIdle(state: State, now: EpochMs): boolean;
}

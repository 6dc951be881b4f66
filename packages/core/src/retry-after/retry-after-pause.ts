import type { Policy } from "../policy/policy.ts";
import { allowed, refusedUntil } from "../policy/verdict.ts";
import type { EpochMs } from "../time/durations.ts";

export interface RetryAfterPauseState {
  /** The lane rests until this moment; 0 when nobody asked. */
  readonly until: EpochMs;
}

/**
 * An endpoint that asks for a pause gets it on the whole lane, not on the one delivery that heard the answer. The
 * latest moment asked for wins; a success in between does not cut it short, since it was under way before.
 */
export const retryAfterPause: Policy<null, RetryAfterPauseState, unknown> = {
  initial: () => ({ until: 0 }),
  check: (state, now) => (state.until > now ? refusedUntil("retry_after", state.until) : allowed),
  take: (state) => state,
  giveBack: (state) => state,
  observe(state, { classification }, now) {
    // A terminal answer ends its delivery and asks nothing of the others.
    if (!classification.retryable || classification.retryAfterMs === null) return state;
    const until = now + classification.retryAfterMs;
    return until > state.until ? { until } : state;
  },
  isIdle: (state, now) => state.until <= now,
};

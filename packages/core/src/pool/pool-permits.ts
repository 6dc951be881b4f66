import { fairShare } from "../fair-share/fair-share.ts";
import type { Policy } from "../policy/policy.ts";
import { allowed, refusedBy, shareUsed } from "../policy/verdict.ts";

export interface PoolConfig {
  /** Requests in flight of one worker. */
  readonly size: number;
}

export interface PoolState {
  readonly inFlight: number;
  readonly size: number;
}

export interface PoolAsk {
  /** Permits that the asking tenant holds in this worker. */
  readonly heldByTenant: number;
  /** Tenants that hold permits of this worker or ask for some now. */
  readonly activeTenants: number;
  /** In a round's second pass what the shares left over is lent to whoever wants it. */
  readonly lending: boolean;
}

/**
 * What one worker may have in flight: at most `pool.size`. A tenant over its fair share waits until the others have had
 * theirs, so one whose endpoints answer slowly cannot keep the permits it once borrowed.
 */
export const poolPermits: Policy<PoolConfig, PoolState, PoolAsk> = {
  initial: ({ size }) => ({ inFlight: 0, size }),
  check(state, _now, ask) {
    if (state.inFlight >= state.size) return refusedBy("pool_full", "permit_released");
    const isWithinShare = ask.heldByTenant < fairShare(state.size, ask.activeTenants);
    return isWithinShare || ask.lending ? allowed : shareUsed("pool_full");
  },
  take: (state) => ({ ...state, inFlight: state.inFlight + 1 }),
  giveBack: released,
  observe: released,
  isIdle: (state) => state.inFlight === 0,
};

function released(state: PoolState): PoolState {
  return state.inFlight === 0 ? state : { ...state, inFlight: state.inFlight - 1 };
}

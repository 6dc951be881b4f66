import { fairShare } from "../fair-share/fair-share.ts";
import type { Policy } from "../policy/policy.ts";
import { allowed, refusedBy, shareUsed } from "../policy/verdict.ts";

/** Keys of the policy configuration under `pool`. */
export interface PoolConfig {
  /** Requests in flight of one worker. */
  readonly size: number;
  /** The part of them that one tenant may hold while any other is known to the worker, in (0, 1]. */
  readonly tenant_share: number;
}

/** Its `size` has its default beside the share for sick lanes. */
export const defaultPoolConfig: Pick<PoolConfig, "tenant_share"> = { tenant_share: 0.8 };

export interface PoolState extends PoolConfig {
  readonly inFlight: number;
}

export interface PoolAsk {
  /** Permits that the asking tenant holds in this worker. */
  readonly heldByTenant: number;
  /** Tenants that hold permits of this worker or ask for some now. */
  readonly activeTenants: number;
  /** The worker knows another tenant, whether or not it asks for anything now. */
  readonly knowsOthers: boolean;
  /** In a round's second pass what the shares left over is lent to whoever wants it. */
  readonly lending: boolean;
}

/**
 * What one worker may have in flight: at most `pool.size`. A tenant over its fair share waits until the others have had
 * theirs, so one whose endpoints answer slowly cannot keep the permits it once borrowed. While the worker knows another
 * tenant, one has at most `tenant_share` of the pool, and nothing is lent beyond that: a tenant that comes with its first
 * delivery finds room at once, however long the requests of the others last.
 */
export const poolPermits: Policy<PoolConfig, PoolState, PoolAsk> = {
  initial: ({ size, tenant_share }) => ({ inFlight: 0, size, tenant_share }),
  check({ inFlight, size, tenant_share }, _now, { heldByTenant, activeTenants, knowsOthers, lending }) {
    const most = knowsOthers ? Math.max(1, Math.floor(size * tenant_share)) : size;
    const isWithinShare = heldByTenant < Math.min(most, fairShare(size, activeTenants));
    if (isWithinShare) return inFlight < size ? allowed : refusedBy("pool_full", "permit_released");
    // It holds permits of its own, so one of those that are released is its.
    if (heldByTenant >= most || inFlight >= most) return refusedBy(knowsOthers ? "tenant_full" : "pool_full", "permit_released");
    return lending ? allowed : shareUsed("pool_full");
  },
  take: (state) => ({ ...state, inFlight: state.inFlight + 1 }),
  giveBack: released,
  observe: released,
  isIdle: (state) => state.inFlight === 0,
};

function released(state: PoolState): PoolState {
  return state.inFlight === 0 ? state : { ...state, inFlight: state.inFlight - 1 };
}

import { type Plan, plans } from "../plans/plan.ts";
import type { Policy } from "../policy/policy.ts";
import { allowed, refusedBy, refusedUntil } from "../policy/verdict.ts";
import { forgive, mayOwe, mayOweAt, noDebt, owe, owedAt, perSecond, type RateDebt } from "../rate-debt/rate-debt.ts";

export type TenantGateConfig = Pick<Plan, "tenant_in_flight" | "deliveries_per_s">;

/** What a tenant has whose plan nobody named. */
export const defaultTenantGateConfig: TenantGateConfig = plans.free;

export interface TenantGateState {
  readonly inFlight: number;
  readonly sent: RateDebt;
  readonly limits: TenantGateConfig;
}

export interface TenantGateAsk {
  /** The tenant's plan now; absent: the configured limits. */
  readonly plan: TenantGateConfig | undefined;
  /** This worker's part of what the plan allows, in (0, 1]: 1 / live workers; absent: all of it. */
  readonly workerShare?: number;
}

/**
 * What one tenant may consume by plan, over all its lanes: requests in flight, and deliveries per second with a burst of
 * one second's worth. A tenant with 5,000 endpoints is one tenant. Each of N workers enforces 1/N of the plan, at least
 * one request in flight.
 */
export const tenantGate: Policy<TenantGateConfig, TenantGateState, TenantGateAsk> = {
  initial: ({ tenant_in_flight, deliveries_per_s }) => ({ inFlight: 0, sent: noDebt, limits: { tenant_in_flight, deliveries_per_s } }),
  check(state, now, ask) {
    const { cap, rate } = limitsOf(state, ask);
    if (state.inFlight >= cap) return refusedBy("tenant_full", "permit_released");
    return mayOwe(state.sent, 1, rate, now) ? allowed : refusedUntil("tenant_rate_limited", mayOweAt(state.sent, 1, rate, now));
  },
  take: (state, now, ask) => ({ ...state, inFlight: state.inFlight + 1, sent: owe(state.sent, 1, limitsOf(state, ask).rate, now) }),
  giveBack: (state) => ({ ...released(state), sent: forgive(state.sent, 1) }),
  observe: released,
  isIdle: (state, now) => state.inFlight === 0 && owedAt(state.sent, now) === 0,
};

function limitsOf(state: TenantGateState, { plan = state.limits, workerShare = 1 }: TenantGateAsk) {
  return { cap: Math.max(1, Math.floor(plan.tenant_in_flight * workerShare)), rate: perSecond(plan.deliveries_per_s * workerShare) };
}

function released(state: TenantGateState): TenantGateState {
  return state.inFlight === 0 ? state : { ...state, inFlight: state.inFlight - 1 };
}

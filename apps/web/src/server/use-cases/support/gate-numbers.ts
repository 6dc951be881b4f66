import type { LaneLive } from "@hooklane/db";
import type { Explanation, Plan, PolicyConfig } from "../../core.ts";

export interface GateFacts {
  explained: Explanation;
  policy: PolicyConfig;
  plan: Plan;
  subscriptionState: string;
  rateLimit: number | null;
  hostCap: number;
  live: LaneLive | null;
  pauseUntilMs: number;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const unknown = "known to the lane's owner alone";

const numbers: Record<string, (facts: GateFacts) => string> = {
  subscription: ({ subscriptionState }) => subscriptionState,
  breaker: ({ explained }) => explained.circuit.state,
  host_breaker: ({ live }) => live?.hostCircuit?.state ?? "closed",
  retry_after: ({ pauseUntilMs }) =>
    pauseUntilMs > 0 ? `asked to wait until ${new Date(pauseUntilMs).toISOString()}` : "no pause asked for",
  rate: ({ explained, rateLimit }) => {
    const own = rateLimit === null ? "no limit of its own" : `its own limit ${rateLimit}/s`;
    return `${explained.ratePerS.toFixed(1)}/s now, ${own}`;
  },
  tenant: ({ plan }) => `plan allows ${plan.tenant_in_flight} in flight and ${plan.deliveries_per_s}/s; what is in use is ${unknown}`,
  host: ({ explained, hostCap }) =>
    `${explained.host.inFlight} of ${hostCap} in flight, ${explained.host.activeSubscriptions} endpoints active`,
  lane: ({ explained, plan }) =>
    `${explained.lane.inFlight} of ${explained.lane.cap} in flight, plan cap ${plan.lane_cap}${explained.lane.isSick ? ", sick" : ""}`,
  sick_share: ({ explained, policy }) =>
    explained.lane.isSick ? `sick; all sick lanes together get ${percent(policy.pool.sick_share)} of a worker` : "not sick",
  ramp: ({ explained }) => (explained.ramp === null ? "not recovering" : `recovering, at ${percent(explained.ramp)}`),
  host_ramp: ({ live }) => (live?.hostCircuit && live.hostCircuit.state !== "closed" ? "the host has yet to answer" : "no recovery told"),
  retry_budget: ({ explained }) => `${percent(explained.retryBudgetFill)} full`,
  catch_up: ({ explained }) => `within ${explained.ratePerS.toFixed(1)}/s, new work first`,
  pool: ({ policy }) => `${policy.pool.size} in flight per worker; what is in use is ${unknown}`,
};

/** Where a policy stands, in numbers that people can compare. */
export const gateNumbers = (gate: string, facts: GateFacts): string => numbers[gate]?.(facts) ?? "";

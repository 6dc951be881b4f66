import type { EndpointHealth, EndpointListItem } from "@hooklane/contracts";

/** What about an endpoint wants a look, in words. */
export interface Attention {
  /** The higher, the more urgent. */
  rank: number;
  tone: "bad" | "wait";
  sentence: string;
}

type Judged = Pick<EndpointListItem, "state" | "disabled_reason"> & {
  health: Omit<EndpointHealth, "success_rate_day" | "lag_seconds" | "last_delivery_at">;
};

const FAILING = 0.5;
const WORSE = 0.95;
const percent = (share: number): string => `${Math.floor(share * 100)} %`;
const deliveries = (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "delivery" : "deliveries"}`;

/** The most urgent thing about an endpoint, or undefined when nothing wants a look. */
export function endpointAttention({ state, disabled_reason: disabledReason, health }: Judged): Attention | undefined {
  const { success_rate: rate, dead_count: dead, circuit_state: circuit, backlog } = health;
  if (state === "disabled") {
    const why = disabledReason === "gone" ? "It answered 410 Gone and was disabled" : "It is disabled";
    return { rank: 6, tone: "bad", sentence: `${why}; new events for it end as dead.` };
  }
  if (circuit !== "closed") return { rank: 5, tone: "bad", sentence: "It keeps failing, so it is only probed until it answers again." };
  if (rate !== null && rate < FAILING) return { rank: 4, tone: "bad", sentence: `${percent(rate)} of the last hour's attempts succeeded.` };
  if (dead > 0) return { rank: 3, tone: "bad", sentence: `${deliveries(dead)} died and can be replayed.` };
  if (rate !== null && rate < WORSE) return { rank: 2, tone: "wait", sentence: `${percent(rate)} of the last hour's attempts succeeded.` };
  if (state === "paused")
    return { rank: 1, tone: "wait", sentence: backlog > 0 ? `It is paused; ${deliveries(backlog)} wait.` : "It is paused." };
  return undefined;
}

/** Endpoints with those first that want a look, the most urgent first; otherwise in the order given. */
export function byAttention<T extends Judged>(endpoints: readonly T[]): T[] {
  const rank = (endpoint: T) => endpointAttention(endpoint)?.rank ?? 0;
  return [...endpoints].sort((a, b) => rank(b) - rank(a));
}

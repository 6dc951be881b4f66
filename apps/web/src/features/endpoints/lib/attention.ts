import type { EndpointHealth, EndpointListItem } from "@hooklane/contracts";
import { formatQuantity, formatShare } from "../../../ui/lib/format-number.ts";
import { faultGuide } from "./fault-guide.ts";

/** What about an endpoint wants a look, in words. */
export interface Attention {
  tone: "bad" | "wait";
  sentence: string;
}

type Judged = Pick<EndpointListItem, "state" | "disabled_reason"> & {
  health: Omit<EndpointHealth, "success_rate_day" | "lag_seconds" | "last_delivery_at">;
};

const FAILING = 0.5;
const WORSE = 0.95;

/** The most urgent thing about an endpoint, or undefined when nothing wants a look. In the order in which lists put endpoints. */
export function endpointAttention({ state, disabled_reason: disabledReason, health }: Judged): Attention | undefined {
  const { success_rate: rate, dead_count: dead, circuit_state: circuit, backlog, likely_configuration_error: fault, shedding } = health;
  const deliveries = (count: number) => formatQuantity(count, "delivery", "deliveries");
  if (state === "disabled") {
    const why = disabledReason === "gone" ? "It answered 410 Gone and was disabled" : "It is disabled";
    return { tone: "bad", sentence: `${why}; new events for it end as dead.` };
  }
  if (fault) return { tone: "bad", sentence: `It looks set up wrongly: ${faultGuide(fault.cause).short}.` };
  if (circuit !== "closed") return { tone: "bad", sentence: "It keeps failing, so it is only probed until it answers again." };
  if (shedding) return { tone: "bad", sentence: `Too much waits: ${deliveries(backlog)}; new events are recorded as dead.` };
  if (rate !== null && rate < FAILING) return { tone: "bad", sentence: `${formatShare(rate)} of the last hour's attempts succeeded.` };
  if (dead > 0) return { tone: "bad", sentence: `${deliveries(dead)} died and can be replayed.` };
  if (rate !== null && rate < WORSE) return { tone: "wait", sentence: `${formatShare(rate)} of the last hour's attempts succeeded.` };
  if (state === "paused") return { tone: "wait", sentence: backlog > 0 ? `It is paused; ${deliveries(backlog)} wait.` : "It is paused." };
  return undefined;
}

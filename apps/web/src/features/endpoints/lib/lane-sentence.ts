import type { HealthView, SubscriptionView } from "@hooklane/contracts";

/** What is being done for an endpoint right now, why, and what would change it. */
export interface LaneText {
  tone: "good" | "wait" | "bad" | "quiet";
  doing: string;
  why: string;
  fix?: string;
}

/** Tells what Hooklane is doing for an endpoint right now and why. */
export function laneSentence(endpoint: Pick<SubscriptionView, "state" | "disabled_reason">, health: HealthView): LaneText {
  if (endpoint.state === "paused")
    return {
      tone: "wait",
      doing: "Holding everything back.",
      why: "The endpoint is paused. New events wait for it, and their deadline runs.",
      fix: "Resume it to send what waits.",
    };
  if (endpoint.state === "disabled")
    return {
      tone: "bad",
      doing: "Sending nothing but tests.",
      why:
        endpoint.disabled_reason === "gone"
          ? "The endpoint answered 410 Gone, which means that it is gone for good. New events for it end as dead."
          : "The endpoint is disabled. New events for it end as dead.",
      fix: "When it is back, send a test and enable it.",
    };
  if (health.shedding)
    return {
      tone: "bad",
      doing: "Recording new events as dead.",
      why: "Too much waits for this endpoint, and it has not grown less. What waits is still sent; what comes now is kept and can be replayed.",
      fix: "Make the endpoint answer faster, then replay what was shed.",
    };
  if (health.circuit_state === "open")
    return {
      tone: "bad",
      doing: "Waiting before the next probe.",
      why: "It failed so often that more requests would only hurt it. What waits is kept.",
      fix: "Nothing needs to be done here: as soon as a probe succeeds, deliveries go on.",
    };
  if (health.circuit_state === "half_open")
    return { tone: "wait", doing: "Probing with one request at a time.", why: "It failed before; a success lets deliveries go on." };
  if (health.success_rate !== null && health.success_rate < 0.5)
    return {
      tone: "bad",
      doing: health.backlog > 0 ? "Retrying, while most attempts fail." : "Delivering, but most attempts fail.",
      why: `${Math.floor(health.success_rate * 100)} % of the last hour's attempts succeeded. What failed waits longer each time, so as not to hurt the endpoint more.`,
      fix: "Open one of the latest deliveries to see what the endpoint answered.",
    };
  if (health.backlog > 0)
    return {
      tone: "wait",
      doing: `Delivering, with ${health.backlog.toLocaleString("en")} on the way.`,
      why: "Retries wait for their time; everything else goes out as fast as the endpoint answers.",
    };
  if (health.success_rate === null)
    return { tone: "quiet", doing: "Nothing to do.", why: "No attempt was made in the last hour, and nothing waits." };
  return { tone: "good", doing: "Delivering as events come.", why: "Nothing waits, and nothing holds deliveries back." };
}

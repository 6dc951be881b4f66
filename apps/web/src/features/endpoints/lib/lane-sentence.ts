import type { HealthView, SubscriptionView } from "@hooklane/contracts";
import { formatCount, formatQuantity, formatShare } from "../../../ui/lib/format-number.ts";
import { formatCountdown, formatRemaining, formatSpan } from "../../../ui/lib/format-time.ts";

/** What is being done for an endpoint right now, why, and what would change it. */
export interface LaneText {
  tone: "good" | "wait" | "bad" | "quiet";
  doing: string;
  why: string;
  fix?: string;
}

/** Tells what Hooklane is doing for an endpoint right now and why. @param nowMs Unix time, for what runs down */
export function laneSentence(endpoint: Pick<SubscriptionView, "state" | "disabled_reason">, health: HealthView, nowMs: number): LaneText {
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
      why: `${openingSentence(health)}; ${probeText(health.next_probe_at, nowMs)}. What waits is kept.`,
      fix: "Mend the endpoint; nothing needs to be done here. As soon as a probe succeeds, deliveries go on by themselves.",
    };
  if (health.circuit_state === "half_open")
    return {
      tone: "wait",
      doing: "Probing with one request at a time.",
      why: `${openingSentence(health)}. One probe is under way; a success lets deliveries go on.`,
    };
  if (health.host.circuit_state !== "closed")
    return {
      tone: "bad",
      doing: "Waiting for the endpoint's host.",
      why: `The host failed for several endpoints at once, so its circuit is open; ${probeText(health.host.next_probe_at, nowMs)}. What waits is kept.`,
      fix: "Mend the host: the first good answer to a probe brings its deliveries back.",
    };
  if (health.ramp_percent < 100)
    return {
      tone: "wait",
      doing: `Recovering: ${health.ramp_percent} % of what the endpoint took before.`,
      why: "It answers again, and gets more step by step instead of everything at once. While at least 90 % succeed, the share rises.",
    };
  if (health.asked_to_wait_until !== null && Date.parse(health.asked_to_wait_until) > nowMs)
    return {
      tone: "wait",
      doing: `Waiting, as the endpoint asked: ${formatCountdown(Date.parse(health.asked_to_wait_until) - nowMs)} more.`,
      why: "It answered with Retry-After. Nothing is sent to it before that time is over.",
    };
  if (health.success_rate !== null && health.success_rate < 0.5)
    return {
      tone: "bad",
      doing: health.backlog > 0 ? "Retrying, while most attempts fail." : "Delivering, but most attempts fail.",
      why: `${formatShare(health.success_rate)} of the last hour's attempts succeeded. What failed waits longer each time, so as not to hurt the endpoint more.`,
      fix: "Open one of the latest deliveries to see what the endpoint answered.",
    };
  if (health.backlog > 0)
    return {
      tone: "wait",
      doing: `Delivering, with ${formatCount(health.backlog)} on the way.`,
      why:
        health.lag_seconds > 0
          ? `The oldest that could go now has been due for ${formatRemaining(health.lag_seconds * 1_000)}. Retries wait for their time; everything else goes out as fast as the endpoint may be sent to.`
          : "Retries wait for their time; everything else goes out as fast as the endpoint answers.",
    };
  if (health.success_rate === null)
    return { tone: "quiet", doing: "Nothing to do.", why: "No attempt was made in the last hour, and nothing waits." };
  return { tone: "good", doing: "Delivering as events come.", why: "Nothing waits, and nothing holds deliveries back." };
}

/** Why the circuit opened, as the beginning of a sentence. */
export function openingSentence({ opening }: Pick<HealthView, "opening">): string {
  if (!opening) return "The circuit is open, because the endpoint failed so often that more requests would only hurt it";
  const { attempts, failures, unanswered, window_seconds: seconds } = opening;
  // The evidence that it opened for: a run without any answer where that is all there is
  if (unanswered >= failures && unanswered > 0)
    return `The circuit is open after ${formatQuantity(unanswered, "attempt")} in a row without any answer`;
  return `The circuit is open after ${formatCount(failures)} of ${formatQuantity(attempts, "attempt")} failed in ${formatSpan(seconds)}`;
}

/** When the next probe goes out, as the end of a sentence. */
export function probeText(nextProbeAt: string | null, nowMs: number): string {
  const leftMs = nextProbeAt === null ? 0 : Date.parse(nextProbeAt) - nowMs;
  return leftMs > 0 ? `next probe in ${formatCountdown(leftMs)}` : "the next probe goes out with the next delivery that is due";
}

import { type AttemptView, type DeliveryDetailView, parsePublicId } from "@hooklane/contracts";
import { waitingText } from "./reason-sentences.ts";
import { longestBackoffMs } from "./retry-rule.ts";

/** A part of a delivery's life: a request, or a time in which none was made, and why. */
export type TimelineEntry =
  | { kind: "attempt"; attempt: AttemptView }
  | {
      kind: "wait";
      fromMs: number;
      /** Null: it is going on. */
      toMs: number | null;
      sentence: string;
    };

/** Below this a gap is what claiming and writing down take. */
const SHORTEST_WAIT_MS = 1_000;

/**
 * What happened to a delivery, oldest first: its attempts, and between them the waits. Which policy refused it during a past wait is not kept; what is, is told:
 * what the endpoint asked for, what its own schedule allowed, and whether it took longer than that.
 */
export function deliveryTimeline(delivery: TimelineFacts): TimelineEntry[] {
  const attempts = [...delivery.attempts].sort((a, b) => a.number - b.number);
  const entries: TimelineEntry[] = [];
  let previous: AttemptView | undefined;
  let failures = 0;
  let fromMs = createdMs(delivery);
  for (const attempt of attempts) {
    const startedMs = Date.parse(attempt.started_at);
    if (startedMs - fromMs >= SHORTEST_WAIT_MS) {
      entries.push({ kind: "wait", fromMs, toMs: startedMs, sentence: whyItWaited(delivery, previous, failures, startedMs - fromMs) });
    }
    entries.push({ kind: "attempt", attempt });
    fromMs = startedMs + attempt.duration_ms;
    if (attempt.outcome === "failed" || attempt.outcome === "throttled") failures++;
    previous = attempt;
  }
  if (delivery.state === "pending") {
    entries.push({ kind: "wait", fromMs, toMs: null, sentence: waitingText(delivery.waiting_reason ?? "due_now").sentence });
  }
  return entries;
}

export type TimelineFacts = Pick<DeliveryDetailView, "id" | "state" | "attempts" | "waiting_reason" | "retry">;

/** Ids carry the time of their making. */
function createdMs({ id }: TimelineFacts): number {
  const uuid = parsePublicId("delivery", id) ?? "";
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}

function whyItWaited({ retry }: TimelineFacts, previous: AttemptView | undefined, failures: number, waitedMs: number): string {
  if (!previous) return "It waited for its turn: the endpoint had no room for it, or was paused.";
  if (previous.outcome === "lease_lost") return "The worker that held it went away; it was free again when its lease ran out.";
  if (previous.outcome === "aborted") return "The worker stopped; another took it over.";
  const asked = previous.response?.headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1];
  if (asked !== undefined) return `The endpoint asked, with Retry-After: ${asked}, to be left alone.`;
  if (waitedMs <= longestBackoffMs(retry, failures) + SHORTEST_WAIT_MS)
    return "Its own schedule: the wait after a failure is drawn at random.";
  return "Longer than its own schedule: the endpoint failed too often for more retries, was paused, or had no room.";
}

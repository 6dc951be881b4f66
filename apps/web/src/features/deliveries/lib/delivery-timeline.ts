import type { AttemptView, DeliveryDetailView, DeliveryWait } from "@hooklane/contracts";
import { waitedText, waitingText } from "./reason-sentences.ts";

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

export type TimelineFacts = Pick<DeliveryDetailView, "attempts" | "waits">;

/** What happened to a delivery, oldest first: its attempts, and between them what it waited for. */
export function deliveryTimeline({ attempts, waits }: TimelineFacts): TimelineEntry[] {
  const sorted = [...attempts].sort((a, b) => a.number - b.number);
  const left = [...waits];
  const entries: TimelineEntry[] = [];
  let previous: AttemptView | undefined;
  for (const attempt of sorted) {
    const startedMs = Date.parse(attempt.started_at);
    while (left[0] && Date.parse(left[0].from) < startedMs) entries.push(waitEntry(left.shift() as DeliveryWait, previous, attempt));
    entries.push({ kind: "attempt", attempt });
    previous = attempt;
  }
  return [...entries, ...left.map((wait) => waitEntry(wait, previous))];
}

function waitEntry(wait: DeliveryWait, previous: AttemptView | undefined, next?: AttemptView): TimelineEntry {
  const toMs = wait.to === null ? null : Date.parse(wait.to);
  return { kind: "wait", fromMs: Date.parse(wait.from), toMs, sentence: sentenceOf(wait, previous, next) };
}

function sentenceOf(wait: DeliveryWait, previous: AttemptView | undefined, next: AttemptView | undefined): string {
  if (wait.to === null) return waitingText(wait.reason ?? "due_now").sentence;
  if (wait.reason === null && next?.outcome === "lease_lost")
    return "The worker that held it went away; it was free again when its lease ran out.";
  const asked = previous?.response?.headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1];
  if (wait.reason === "retry_scheduled" && asked !== undefined) return `The endpoint asked, with Retry-After: ${asked}, to be left alone.`;
  return waitedText(wait);
}

import type { JobState, JobView } from "@hooklane/contracts";
import { CircleCheck, CirclePause, CircleSlash, CircleX, Clock, type LucideIcon, RotateCw } from "lucide-react";
import type { Tone } from "../../../ui/badge.tsx";
import { formatRemaining } from "../../../ui/lib/format-time.ts";
import { formatRate } from "./replay-rate.ts";

export const jobStateText: Record<JobState, { label: string; tone: Tone; icon: LucideIcon }> = {
  queued: { label: "Counting", tone: "live", icon: Clock },
  running: { label: "Running", tone: "live", icon: RotateCw },
  paused: { label: "Paused", tone: "wait", icon: CirclePause },
  cancelled: { label: "Cancelled", tone: "quiet", icon: CircleSlash },
  completed: { label: "Completed", tone: "good", icon: CircleCheck },
  failed: { label: "Failed", tone: "bad", icon: CircleX },
};

const failures: Record<NonNullable<JobView["failure"]>, string> = {
  subscription_disabled: "The endpoint was disabled before all were sent.",
  subscription_deleted: "The endpoint was deleted before all were sent.",
};

/** Whether nothing changes a job any more: its deliveries may still be ending. */
export const isOver = (state: JobState): boolean => state === "cancelled" || state === "completed" || state === "failed";

/** Whether its numbers still move. */
export const isMoving = (job: Pick<JobView, "state" | "pending">): boolean => !isOver(job.state) || job.pending > 0;

/** The rate that was chosen is told beside the one that is seen. */
function etaText({ eta_seconds: seconds, rate_per_second: perS, max_rate_per_second: maxPerS }: JobView): string {
  const ceiling = maxPerS === null ? "" : `at most ${formatRate(maxPerS)}`;
  if (seconds === null) return ceiling && `, ${ceiling}`;
  return `, about ${formatRemaining(seconds * 1_000)} at ${formatRate(perS)}${ceiling && ` of ${ceiling}`}`;
}

/** What is the case with a job, in a sentence. */
export function jobSentence(job: JobView): string {
  switch (job.state) {
    case "queued":
      return job.selected > 0 ? `Counting: ${job.selected.toLocaleString("en")} so far.` : "Counting what it selects.";
    case "running":
      return `${job.pending.toLocaleString("en")} to go${etaText(job)}.`;
    case "paused":
      return `Paused with ${job.pending.toLocaleString("en")} to go. Nothing of it is sent; deadlines run.`;
    case "cancelled":
      return `Cancelled: ${job.cancelled.toLocaleString("en")} were not sent.`;
    case "completed":
      return job.selected === 0 ? "Nothing matched, so nothing was sent." : "Every selected delivery is final.";
    case "failed":
      return job.failure ? failures[job.failure] : "It could not go on.";
  }
}

/** The parts of a job's selection, in the order in which they are shown; they add up to all of it. */
export const jobParts = (job: JobView) =>
  [
    { name: "Delivered", count: job.delivered, fill: "fill-good text-good" },
    { name: "Dead", count: job.dead, fill: "fill-bad text-bad" },
    { name: "Cancelled", count: job.cancelled, fill: "fill-muted text-muted" },
    { name: "Pending", count: job.pending, fill: "fill-line text-line" },
  ] as const;

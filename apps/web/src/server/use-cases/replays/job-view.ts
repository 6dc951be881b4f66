import { type JobView, publicId } from "@hooklane/contracts";
import { finalOf, isDone, type ReplayJobRecord } from "@hooklane/db";

const SECOND_MS = 1_000;

/** A bulk replay as people see it: its counts add up, whatever moment they are read at. */
export function jobView(job: ReplayJobRecord): JobView {
  const state = isDone(job) ? "completed" : job.state;
  const isOver = state === "cancelled" || state === "failed";
  const cancelled = job.cancelled + (isOver ? Math.max(0, job.selected - job.queued) : 0);
  const pending = Math.max(0, job.selected - job.delivered - job.dead - cancelled);
  return {
    id: publicId("job", job.id),
    kind: "replay",
    subscription_id: publicId("subscription", job.subscriptionId),
    state,
    failure: job.failure as JobView["failure"],
    since: iso(job.sinceMs),
    until: iso(job.untilMs),
    types: job.types.length > 0 ? [...job.types] : null,
    states: [...job.states],
    selected: job.selected,
    queued: job.queued,
    delivered: job.delivered,
    dead: job.dead,
    pending,
    cancelled,
    rate_per_second: Math.round(rateOf(job, state) * 10) / 10,
    max_rate_per_second: job.maxPerS,
    eta_seconds: etaOf(job, state, pending),
    created_at: iso(job.createdMs),
    started_at: isoOrNull(job.startedMs),
    finished_at: isoOrNull(job.finishedMs),
  };
}

function rateOf(job: ReplayJobRecord, state: JobView["state"]): number {
  if (state === "running") return job.ratePerS;
  if (job.startedMs === null || job.finishedMs === null) return 0;
  return (finalOf(job) * SECOND_MS) / Math.max(SECOND_MS, job.finishedMs - job.startedMs);
}

/** At the rate seen lately, and no faster than was chosen since. */
function etaOf({ ratePerS, maxPerS }: ReplayJobRecord, state: JobView["state"], pending: number): number | null {
  if (state === "completed" || (pending === 0 && (state === "cancelled" || state === "failed"))) return 0;
  return state === "running" && ratePerS > 0 ? Math.ceil(pending / Math.min(ratePerS, maxPerS ?? ratePerS)) : null;
}

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

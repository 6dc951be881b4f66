import type { Job } from "../types/job.ts";

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** How far a job is, in one line. */
export function progressText({
  state,
  failure,
  selected,
  delivered,
  dead,
  cancelled,
  rate_per_second,
  max_rate_per_second,
  eta_seconds,
}: Job): string {
  const parts = [
    `${state}${failure ? ` (${failure})` : ""}: ${delivered} of ${selected} delivered`,
    dead > 0 && `${dead} dead`,
    cancelled > 0 && `${cancelled} cancelled`,
    state === "running" && rate_per_second !== null && rate_per_second !== undefined && `${Math.round(rate_per_second * 10) / 10}/s`,
    typeof max_rate_per_second === "number" && `at most ${max_rate_per_second}/s`,
    state === "running" && eta_seconds !== null && eta_seconds !== undefined && `about ${durationText(eta_seconds)} left`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** A duration for people: seconds below two minutes, then minutes, then hours. */
export function durationText(seconds: number): string {
  if (seconds < 2 * MINUTE_S) return `${Math.ceil(seconds)} s`;
  if (seconds < 2 * HOUR_S) return `${Math.ceil(seconds / MINUTE_S)} min`;
  return `${Math.ceil(seconds / HOUR_S)} h`;
}

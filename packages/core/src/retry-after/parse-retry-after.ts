import { type EpochMs, hourMs, secondMs } from "../time/durations.ts";
import { parseHttpDate } from "./http-date.ts";

/** The longest wait an endpoint can ask for. */
export const maxRetryAfterMs = 6 * hourMs;

/**
 * Reads Retry-After (RFC 9110, section 10.2.3): a non-negative integer of seconds, or an HTTP-date. Anything else, and
 * headers that contradict each other, count as absent; the general date parser of the platform reads "-1" and "1.5" as years.
 *
 * @param values raw values, one per header
 * @returns milliseconds from `now`, between 0 (also for a date in the past) and six hours; null when absent
 */
export function parseRetryAfter(values: readonly string[] | undefined, now: EpochMs): number | null {
  const distinct = new Set(values?.map(trimBlanks));
  if (distinct.size !== 1) return null;
  const [value] = [...distinct] as [string];
  const asked = /^\d+$/.test(value) ? Number(value) * secondMs : untilDate(value, now);
  return asked === null ? null : Math.min(Math.max(0, asked), maxRetryAfterMs);
}

function untilDate(value: string, now: EpochMs): number | null {
  const moment = parseHttpDate(value, now);
  return moment === null ? null : moment - now;
}

/** Optional white space around a field value is space and tab alone; one pass, whatever an endpoint sends. */
function trimBlanks(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value[start])) start++;
  while (end > start && isBlank(value[end - 1])) end--;
  return value.slice(start, end);
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

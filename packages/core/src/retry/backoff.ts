import type { Random } from "../random/random.ts";
import type { RetryPolicy } from "./retry-policy.ts";

/** How much decorrelated jitter may grow from one delay to the next. */
const decorrelatedGrowth = 3;

/**
 * The delivery's own wait before the next attempt, in whole milliseconds, at most `cap_ms`.
 *
 * @param failures attempts that failed so far, from 1; the first failure waits up to `base_ms`, so n = failures − 1
 * @param prevDelayMs the last value drawn for this delivery, null before the first; read by decorrelated jitter alone
 */
export function backoffMs(policy: RetryPolicy, failures: number, prevDelayMs: number | null, random: Random): number {
  const { base_ms: baseMs, cap_ms: capMs, factor, jitter } = policy;
  // factor ** n may overflow to Infinity, which the cap takes in.
  const widthMs = Math.min(capMs, baseMs * factor ** Math.max(0, failures - 1));
  switch (jitter) {
    case "full":
      return Math.floor(random() * widthMs);
    case "equal":
      return Math.floor(widthMs / 2 + random() * (widthMs / 2));
    case "decorrelated": {
      const highestMs = Math.max(baseMs, (prevDelayMs ?? baseMs) * decorrelatedGrowth);
      return Math.floor(Math.min(capMs, baseMs + random() * (highestMs - baseMs)));
    }
  }
}

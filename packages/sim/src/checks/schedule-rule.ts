import { maxRetryAfterMs, resolveRetryPolicy } from "@hooklane/core";
import type { Rule } from "./rule.ts";

/** Retry times stay within the jitter's bounds, wait as long as the endpoint asked, and never pass the deadline; attempts are numbered without a gap. */
export const scheduleRule: Rule = {
  name: "schedule",
  watch({ config, report }) {
    return {
      began({ delivery, number }, now) {
        if (number !== delivery.attempt) report(`attempt ${number} of delivery ${delivery.id} is counted as ${delivery.attempt}`, now);
        if (now > delivery.deadlineAt) report(`delivery ${delivery.id} was attempted after its deadline`, now);
      },
      settled({ delivery, classification }, settlement, isStale, now) {
        if (isStale || settlement.state !== "pending") return;
        const policy = resolveRetryPolicy(config.retry, delivery.lane.retryPolicy);
        const { delayMs, nextAttemptAt } = settlement;
        const askedMs = Math.min(classification.retryAfterMs ?? 0, maxRetryAfterMs);
        const longestMs = Math.max(policy.cap_ms, askedMs);
        if (delayMs < 0 || delayMs > longestMs) report(`delivery ${delivery.id} waits ${delayMs} ms, at most ${longestMs} allowed`, now);
        if (nextAttemptAt > delivery.deadlineAt) report(`delivery ${delivery.id} is to be attempted after its deadline`, now);
        // What the endpoint asked for is cut at the deadline alone.
        if (delayMs < askedMs && nextAttemptAt + askedMs - delayMs < delivery.deadlineAt - 2_000)
          report(`delivery ${delivery.id} waits ${delayMs} ms, asked for ${askedMs}`, now);
      },
    };
  },
};

import type { DeliveryDetailView } from "@hooklane/contracts";
import { formatRemaining } from "../../../ui/lib/format-time.ts";

export type RetryRule = DeliveryDetailView["retry"];

/** The longest wait that may be drawn after so many failures, in ms: min(cap, base · factorⁿ⁻¹); with decorrelated jitter it may come to the cap. */
export function longestBackoffMs({ base_ms, factor, cap_ms, jitter }: RetryRule, failures: number): number {
  return jitter === "decorrelated" ? cap_ms : Math.min(cap_ms, base_ms * factor ** Math.max(0, failures - 1));
}

/** When a failed attempt is followed by another, in words. @param failures so far */
export function retryRuleText(rule: RetryRule, failures: number): string {
  const longest = formatRemaining(longestBackoffMs(rule, Math.max(1, failures)));
  const drawn = {
    full: `a random wait of up to ${longest}`,
    equal: `a random wait between half of ${longest} and ${longest}`,
    decorrelated: `a random wait of up to three times the last, ${longest} at most`,
  }[rule.jitter];
  const until = rule.max_attempts === null ? "until its deadline" : `until its deadline, ${rule.max_attempts} attempts at most`;
  return `After ${failures <= 1 ? "the first failure" : `failure ${failures}`}: ${drawn}, or what the endpoint asks for with Retry-After; ${until}.`;
}

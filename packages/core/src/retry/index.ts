export { deadlineOf, isExpired } from "./deadline.ts";
export { type Jitter, jitters, maxWindowMs, type RetryPolicy, type RetryPolicyOverride, resolveRetryPolicy } from "./retry-policy.ts";

import fc from "fast-check";
import { expect, test } from "vitest";
import { sfc32 } from "../random/sfc32.ts";
import { maxRetryAfterMs } from "../retry-after/parse-retry-after.ts";
import { dayMs, hourMs } from "../time/durations.ts";
import { backoffMs } from "./backoff.ts";
import { deadlineOf, isExpired, lastAttemptMarginMs } from "./deadline.ts";
import { jitters, maxWindowMs, type RetryPolicy, resolveRetryPolicy } from "./retry-policy.ts";
import { scheduleRetry } from "./schedule-retry.ts";

const policy: RetryPolicy = { base_ms: 1_000, factor: 2, cap_ms: hourMs, window_ms: dayMs, jitter: "full" };
const inputs = fc.record({
  policy: fc.constantFrom(...jitters).map((jitter) => ({ ...policy, jitter })),
  failures: fc.integer({ min: 1, max: 60 }),
  prevDelayMs: fc.option(fc.integer({ min: 0, max: hourMs })),
  retryAfterMs: fc.option(fc.integer({ min: 0, max: 10 * hourMs })),
  deadlineAt: fc.integer({ min: 0, max: maxWindowMs }),
  now: fc.integer({ min: 0, max: maxWindowMs }),
});

test("a retry is never after the deadline, never before its own back-off, never before what was asked as far as that may reach", () => {
  fc.assert(
    fc.property(inputs, fc.integer(), (input, seed) => {
      const schedule = scheduleRetry(input, sfc32(seed));
      const ownMs = backoffMs(input.policy, input.failures, input.prevDelayMs, sfc32(seed));
      if (schedule.kind === "expired") {
        expect(input.now + ownMs).toBeGreaterThan(input.deadlineAt);
        return;
      }
      const reachMs = Math.max(0, Math.min(maxRetryAfterMs, input.deadlineAt - lastAttemptMarginMs - input.now));
      expect(schedule.nextAttemptAt).toBe(input.now + schedule.delayMs);
      expect(isExpired(input.deadlineAt, schedule.nextAttemptAt)).toBe(false);
      expect(schedule.backoffMs).toBe(ownMs);
      expect(schedule.delayMs).toBe(Math.max(ownMs, Math.min(input.retryAfterMs ?? 0, reachMs)));
      expect(schedule.reason).toBe(schedule.delayMs > ownMs ? "retry_after" : "retry_scheduled");
    }),
    { numRuns: 1_000 },
  );
});

test("a wait asked beyond the deadline leads to a last attempt that is due before it", () => {
  const input = { policy, failures: 1, prevDelayMs: null, retryAfterMs: hourMs, deadlineAt: 60_000, now: 0 };
  expect(scheduleRetry(input, sfc32(1))).toMatchObject({ kind: "scheduled", nextAttemptAt: 60_000 - lastAttemptMarginMs });
});

test("the default schedule makes more than 15 attempts: the window ends it, not a count", () => {
  const random = sfc32(24);
  let now = 0;
  let attempts = 1;
  for (let failures = 1; ; failures++) {
    const schedule = scheduleRetry({ policy, failures, prevDelayMs: null, retryAfterMs: null, deadlineAt: dayMs, now }, random);
    if (schedule.kind === "expired") break;
    now = schedule.nextAttemptAt;
    attempts++;
  }
  expect(attempts).toBeGreaterThan(30);
  expect(now).toBeGreaterThan(dayMs - hourMs);
});

test("no subscription's window is longer than 72 hours", () => {
  const resolved = resolveRetryPolicy(policy, { window_ms: 100 * hourMs, factor: null, jitter: "equal" });
  expect(resolved).toEqual({ ...policy, window_ms: maxWindowMs, jitter: "equal", max_attempts: null });
  expect(deadlineOf(5, { ...policy, window_ms: 100 * hourMs })).toBe(5 + maxWindowMs);
  expect(deadlineOf(5, policy)).toBe(5 + dayMs);
});

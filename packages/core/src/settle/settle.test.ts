import fc from "fast-check";
import { expect, test } from "vitest";
import { type AttemptResult, transportErrors } from "../classify/attempt-result.ts";
import { classify } from "../classify/classify.ts";
import { defaultPolicyConfig } from "../config/parse-policy-config.ts";
import { deliveryClasses } from "../policy/delivery-class.ts";
import { sfc32 } from "../random/sfc32.ts";
import { dayMs } from "../time/durations.ts";
import { type SettleInput, settle } from "./settle.ts";

const now = 1_700_000_000_000;
const answered = (status: number, retryAfter?: string[]): AttemptResult => ({
  kind: "response",
  status,
  ...(retryAfter && { retryAfter }),
});
const broken = (error: (typeof transportErrors)[number]): AttemptResult => ({ kind: "error", error });

function settled(result: AttemptResult, input: Partial<SettleInput> = {}) {
  const whole: SettleInput = {
    classification: classify(result, now),
    attempt: 1,
    class: "first",
    mode: "at_least_once",
    deadlineAt: now + dayMs,
    prevDelayMs: null,
    now,
    ...input,
  };
  return settle(whole, defaultPolicyConfig, sfc32(1));
}

test("2xx is delivered, in any mode and even past the deadline", () => {
  expect(settled(answered(204))).toEqual({ state: "delivered" });
  expect(settled(answered(200), { mode: "at_most_once", deadlineAt: now - 1 })).toEqual({ state: "delivered" });
});

test("a failure waits for its back-off as a retry, an ordered delivery stays the ordered head", () => {
  const retry = settled(answered(500));
  expect(retry).toMatchObject({ state: "pending", class: "retry", reason: "retry_scheduled" });
  if (retry.state !== "pending") throw new Error("not pending");
  expect(retry.nextAttemptAt).toBe(now + retry.delayMs);
  expect(retry.prevDelayMs).toBe(retry.delayMs);
  expect(retry.delayMs).toBeLessThan(1_000);
  expect(settled(answered(500), { class: "catch_up" })).toMatchObject({ class: "retry" });
  expect(settled(answered(500), { class: "ordered" })).toMatchObject({ class: "ordered" });
});

test("C16: a 429 is not tried before the moment it named, and what was asked is not kept as the delivery's own delay", () => {
  expect(settled(answered(429, ["2"]))).toMatchObject({
    state: "pending",
    nextAttemptAt: now + 2_000,
    delayMs: 2_000,
    reason: "retry_after",
  });
  const asked = settled(answered(503, ["3600"]), { retryPolicy: { jitter: "decorrelated" } });
  expect(asked).toMatchObject({ delayMs: 3_600_000 });
  expect(asked.state === "pending" && asked.prevDelayMs).toBeLessThan(3_001);
});

test("other 4xx end a delivery at once, unless the subscription lists the status, and then up to its number of attempts", () => {
  expect(settled(answered(404))).toEqual({ state: "dead", reason: "terminal_status" });
  const retryableStatuses = [{ status: 404, max_attempts: 3 }];
  expect(settled(answered(404), { retryableStatuses, attempt: 2 })).toMatchObject({ state: "pending", class: "retry" });
  expect(settled(answered(404), { retryableStatuses, attempt: 3 })).toEqual({ state: "dead", reason: "max_attempts" });
  expect(settled(answered(400), { retryableStatuses })).toEqual({ state: "dead", reason: "terminal_status" });
});

test("410 ends the delivery and disables the subscription, whatever it lists", () => {
  const gone = { state: "dead", reason: "gone", subscriptionEffect: { disable: "gone" } };
  expect(settled(answered(410))).toEqual(gone);
  expect(settled(answered(410), { retryableStatuses: [{ status: 410, max_attempts: 5 }], mode: "at_most_once" })).toEqual(gone);
});

test("a blocked address and a request that cannot be built end a delivery at once", () => {
  expect(settled(broken("blocked_destination"))).toEqual({ state: "dead", reason: "blocked_destination" });
  expect(settled(broken("unsendable_request"))).toEqual({ state: "dead", reason: "unsendable_request" });
});

test("the window ends a delivery when its next attempt would come too late", () => {
  expect(settled(answered(500), { deadlineAt: now - 1 })).toEqual({ state: "dead", reason: "expired" });
  expect(settled(broken("shutdown"), { deadlineAt: now - 1 })).toEqual({ state: "dead", reason: "expired" });
});

test("a subscription's own policy is laid over the configured one", () => {
  expect(settled(answered(500), { retryPolicy: { max_attempts: 1 } })).toEqual({ state: "dead", reason: "max_attempts" });
  expect(settled(answered(500), { retryPolicy: { max_attempts: 2 } })).toMatchObject({ state: "pending" });
  const slow = settled(answered(500), { retryPolicy: { base_ms: 600_000, jitter: "equal" } });
  expect(slow.state === "pending" && slow.delayMs).toBeGreaterThanOrEqual(300_000);
});

test("attempts whose lease was lost count for the limit of attempts but not for the back-off", () => {
  const late = settled(answered(500), { attempt: 12, retryPolicy: { jitter: "equal" } });
  expect(late.state === "pending" && late.delayMs).toBeGreaterThan(1_000_000);
  const lost = settled(answered(500), { attempt: 12, lostAttempts: 11, retryPolicy: { jitter: "equal" } });
  expect(lost.state === "pending" && lost.delayMs).toBeLessThan(1_001);
  expect(settled(answered(500), { attempt: 12, lostAttempts: 11, retryPolicy: { max_attempts: 12 } })).toMatchObject({
    reason: "max_attempts",
  });
});

test("a request that we ended ourselves is due at once, in its class, with nothing charged", () => {
  expect(settled(broken("shutdown"), { attempt: 5, prevDelayMs: 77, retryPolicy: { max_attempts: 5 } })).toEqual({
    state: "pending",
    class: "first",
    nextAttemptAt: now,
    delayMs: 0,
    prevDelayMs: 77,
    reason: "due_now",
  });
});

test("at most once is final after one attempt: unknown when the request may have arrived and no answer was read", () => {
  const reason = (result: AttemptResult) => {
    const settlement = settled(result, { mode: "at_most_once" });
    return settlement.state === "dead" ? settlement.reason : settlement.state;
  };
  for (const error of ["timeout", "reset_before_response", "protocol_error", "shutdown", "unknown"] as const)
    expect(reason(broken(error))).toBe("outcome_unknown");
  for (const error of ["connect_refused", "dns_nxdomain", "tls_error"] as const) expect(reason(broken(error))).toBe("max_attempts");
  for (const status of [302, 408, 429, 500]) expect(reason(answered(status))).toBe("max_attempts");
  expect(reason(answered(404))).toBe("terminal_status");
  expect(reason(broken("blocked_destination"))).toBe("blocked_destination");
});

const results: fc.Arbitrary<AttemptResult> = fc.oneof(
  fc.integer({ min: 100, max: 999 }).map((status) => answered(status)),
  fc.constantFrom(...transportErrors).map(broken),
);

test("whatever an attempt came to: at most once is never pending, and a pending delivery is due between now and its deadline", () => {
  const inputs = fc.record({
    attempt: fc.integer({ min: 1, max: 1_000 }),
    class: fc.constantFrom(...deliveryClasses),
    mode: fc.constantFrom("at_least_once" as const, "at_most_once" as const),
    deadlineAt: fc.integer({ min: now - dayMs, max: now + dayMs }),
    prevDelayMs: fc.option(fc.nat(dayMs)),
    retryableStatuses: fc.array(fc.record({ status: fc.integer({ min: 400, max: 499 }), max_attempts: fc.integer({ min: 1, max: 9 }) })),
  });
  fc.assert(
    fc.property(results, inputs, (result, input) => {
      const settlement = settled(result, input);
      if (settlement.state !== "pending") return;
      expect(input.mode).toBe("at_least_once");
      expect(settlement.nextAttemptAt).toBeGreaterThanOrEqual(now);
      expect(settlement.nextAttemptAt).toBeLessThanOrEqual(input.deadlineAt);
    }),
    { numRuns: 1_000 },
  );
});

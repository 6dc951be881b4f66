import { type AttemptView, publicId } from "@hooklane/contracts";
import { expect, test } from "vitest";
import { deliveryTimeline, type TimelineFacts } from "./delivery-timeline.ts";
import { longestBackoffMs, retryRuleText } from "./retry-rule.ts";

const CREATED = Date.UTC(2026, 10, 30, 12);
const hex = CREATED.toString(16).padStart(12, "0");
const retry = { base_ms: 1_000, factor: 2, cap_ms: 3_600_000, window_ms: 86_400_000, jitter: "full", max_attempts: null } as const;
const facts: TimelineFacts = {
  id: publicId("delivery", `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`),
  state: "dead",
  attempts: [],
  waiting_reason: null,
  retry,
};
const attempt = (number: number, atMs: number, more: Partial<AttemptView> = {}): AttemptView => ({
  id: `att_${number}`,
  number,
  started_at: new Date(CREATED + atMs).toISOString(),
  outcome: "failed",
  cause: "http_5xx",
  trigger: "event",
  status: 500,
  duration_ms: 100,
  timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
  remote_address: null,
  request: { headers: [] },
  response: { headers: [], body: "", truncated: false },
  error: null,
  ...more,
});
const waits = (delivery: TimelineFacts) => deliveryTimeline(delivery).flatMap((entry) => (entry.kind === "wait" ? [entry] : []));

test("between attempts stand the waits, each with its span, in the order of time", () => {
  const timeline = deliveryTimeline({ ...facts, attempts: [attempt(2, 1_000), attempt(1, 20), attempt(3, 5_000)] });
  expect(
    timeline.map((entry) => (entry.kind === "attempt" ? entry.attempt.number : [entry.fromMs - CREATED, (entry.toMs ?? 0) - CREATED])),
  ).toEqual([1, 2, [1_100, 5_000], 3]);
});

test("a wait says what is kept of its reason: Retry-After, a lost worker, the schedule, or more than the schedule", () => {
  const asked = attempt(1, 0, { response: { headers: [["Retry-After", "7"]], body: "", truncated: false } });
  expect(waits({ ...facts, attempts: [asked, attempt(2, 8_000)] })[0]?.sentence).toContain("Retry-After: 7");
  const lost = attempt(1, 0, { outcome: "lease_lost" });
  expect(waits({ ...facts, attempts: [lost, attempt(2, 90_000)] })[0]?.sentence).toContain("lease");
  expect(waits({ ...facts, attempts: [attempt(1, 0), attempt(2, 1_200)] })[0]?.sentence).toContain("own schedule: the wait");
  expect(waits({ ...facts, attempts: [attempt(1, 0), attempt(2, 60_000)] })[0]?.sentence).toContain("Longer than its own schedule");
  expect(waits({ ...facts, attempts: [attempt(1, 30_000)] })[0]?.sentence).toContain("turn");
});

test("a pending delivery ends with the wait that is going on", () => {
  const last = waits({ ...facts, state: "pending", waiting_reason: "circuit_open", attempts: [attempt(1, 0)] }).at(-1);
  expect(last).toMatchObject({ toMs: null, sentence: expect.stringContaining("probe") });
});

test("the rule's longest wait doubles to the cap, and is told with what else ends the retries", () => {
  expect([1, 2, 3, 13, 10_000].map((failures) => longestBackoffMs(retry, failures))).toEqual([1_000, 2_000, 4_000, 3_600_000, 3_600_000]);
  expect(retryRuleText(retry, 3)).toBe(
    "After failure 3: a random wait of up to 4 s, or what the endpoint asks for with Retry-After; until its deadline.",
  );
  expect(retryRuleText({ ...retry, max_attempts: 5 }, 0)).toContain("5 attempts at most");
});

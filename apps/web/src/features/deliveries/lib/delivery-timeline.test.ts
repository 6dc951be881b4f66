import type { AttemptView, DeliveryWait } from "@hooklane/contracts";
import { expect, test } from "vitest";
import { deliveryTimeline, type TimelineFacts } from "./delivery-timeline.ts";
import { longestBackoffMs, retryRuleText } from "./retry-rule.ts";

const CREATED = Date.UTC(2026, 10, 30, 12);
const retry = { base_ms: 1_000, factor: 2, cap_ms: 3_600_000, window_ms: 86_400_000, jitter: "full", max_attempts: null } as const;
const at = (ms: number) => new Date(CREATED + ms).toISOString();
const attempt = (number: number, atMs: number, more: Partial<AttemptView> = {}): AttemptView => ({
  id: `att_${number}`,
  number,
  started_at: at(atMs),
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
const wait = (reason: string | null, fromMs: number, toMs: number | null, more: Partial<DeliveryWait> = {}): DeliveryWait => ({
  reason,
  from: at(fromMs),
  to: toMs === null ? null : at(toMs),
  times: 1,
  limit: null,
  ...more,
});
const waits = (delivery: TimelineFacts) => deliveryTimeline(delivery).flatMap((entry) => (entry.kind === "wait" ? [entry] : []));
const sentenceOf = (told: DeliveryWait, attempts: AttemptView[] = []) => waits({ attempts, waits: [told] })[0]?.sentence;

test("between attempts stand the waits, each with its span, in the order of time", () => {
  const timeline = deliveryTimeline({
    attempts: [attempt(2, 31_000), attempt(1, 20), attempt(3, 50_000)],
    waits: [wait("retry_scheduled", 120, 20_000), wait("circuit_open", 20_000, 31_000), wait("lane_full", 31_100, 50_000)],
  });
  const spans = timeline.map((entry) =>
    entry.kind === "attempt" ? entry.attempt.number : [entry.fromMs - CREATED, (entry.toMs ?? 0) - CREATED],
  );
  expect(spans).toEqual([1, [120, 20_000], [20_000, 31_000], 2, [31_100, 50_000], 3]);
});

test("a wait that is over says what it was for, with the limit that was reached and how often", () => {
  expect(sentenceOf(wait("circuit_open", 0, 250_000))).toBe("It waited: the circuit was open.");
  expect(sentenceOf(wait("lane_full", 0, 31_000, { limit: 20 }))).toBe(
    "It waited: the endpoint had as many requests in flight as it may receive: 20.",
  );
  expect(sentenceOf(wait("rate_limited", 0, 9_000, { limit: 62.5004, times: 3 }))).toBe(
    "It waited: the endpoint was at its rate, 62.5 per second, 3 times in this while.",
  );
  expect(sentenceOf(wait(null, 0, 9_000))).toBe("It waited for its turn.");
});

test("a schedule says whose it was: the endpoint's that asked with Retry-After, or its own", () => {
  const asked = attempt(1, 0, { response: { headers: [["Retry-After", "7"]], body: "", truncated: false } });
  expect(sentenceOf(wait("retry_scheduled", 100, 7_100), [asked])).toContain("Retry-After: 7");
  expect(sentenceOf(wait("retry_scheduled", 100, 7_100), [attempt(1, 0)])).toContain("its own schedule");
});

test("what a lost worker held is told as that", () => {
  expect(sentenceOf(wait(null, 0, 90_000), [attempt(1, 90_000, { outcome: "lease_lost" })])).toContain("lease");
});

test("a pending delivery ends with the wait that is going on", () => {
  const last = waits({ attempts: [attempt(1, 0)], waits: [wait("circuit_open", 100, null)] }).at(-1);
  expect(last).toMatchObject({ toMs: null, sentence: expect.stringContaining("probe") });
});

test("the rule's longest wait doubles to the cap, and is told with what else ends the retries", () => {
  expect([1, 2, 3, 13, 10_000].map((failures) => longestBackoffMs(retry, failures))).toEqual([1_000, 2_000, 4_000, 3_600_000, 3_600_000]);
  expect(retryRuleText(retry, 3)).toBe(
    "After failure 3: a random wait of up to 4 s, or what the endpoint asks for with Retry-After; until its deadline.",
  );
  expect(retryRuleText({ ...retry, max_attempts: 5 }, 0)).toContain("5 attempts at most");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { type AttemptResult, transportErrors } from "../classify/attempt-result.ts";
import type { Cause } from "../classify/cause.ts";
import { classify } from "../classify/classify.ts";
import { hourMs } from "../time/durations.ts";
import { causeWindows, maxCauses } from "./cause-windows.ts";
import { hintFor, isConfigErrorCause } from "./config-error-cause.ts";
import { type CauseCounts, defaultConfigErrorConfig, judgeConfigError } from "./judge.ts";

const windows = causeWindows(defaultConfigErrorConfig);
const permit = { laneId: "sub_1", tenantId: "ten_1", host: "rx:443", class: "first" } as const;
const answer = (status: number): AttemptResult => ({ kind: "response", status });
const none: CauseCounts = { finished: 0, succeeded: 0, byCause: {} };
const judge = (hour: CauseCounts, day: CauseCounts = none) => judgeConfigError(hour, day, defaultConfigErrorConfig);

/** Attempts one after the other, `gapMs` apart, and what is found at the end. */
function found(results: readonly AttemptResult[], gapMs = 1_000, from = 1_700_000_000_000) {
  let state = windows.initial();
  let now = from;
  for (const result of results) {
    state = windows.observe(state, { permit, classification: classify(result, now), durationMs: 1 }, now);
    now += gapMs;
  }
  return windows.judge(JSON.parse(JSON.stringify(state)), now - gapMs);
}
const times = (n: number, result: AttemptResult) => Array.from({ length: n }, () => result);

test("C38: a receiver whose clock is off answers 401 to all, one with a wrong secret 400 to all: both are named", () => {
  expect(found(times(20, answer(401)))).toMatchObject({ cause: "http_401", httpStatus: 401, share: 1 });
  expect(found(times(20, answer(400)))).toMatchObject({ cause: "http_400", httpStatus: 400, share: 1 });
});

test("C38: 94 % of 401 beside 6 % of 200, and a uniform 500, are not", () => {
  expect(found([...times(94, answer(401)), ...times(6, answer(200))])).toBeNull();
  expect(found(times(100, answer(500)))).toBeNull();
});

test("≥ 95 % of all finished attempts of the last hour must share the cause, and there must be ≥ 10 of them", () => {
  expect(judge({ finished: 100, succeeded: 5, byCause: { http_403: 95 } })).toMatchObject({ cause: "http_403", share: 0.95 });
  expect(judge({ finished: 1_000, succeeded: 51, byCause: { http_403: 949 } })).toBeNull();
  expect(judge({ finished: 9, succeeded: 0, byCause: { http_403: 9 } })).toBeNull();
  expect(judge({ finished: 10, succeeded: 0, byCause: { http_403: 10 } })).not.toBeNull();
});

test("two 4xx statuses do not add up: one single status must be shared", () => {
  expect(found([...times(50, answer(401)), ...times(50, answer(403))])).toBeNull();
});

test("of the last 24 h, 3 attempts without a success are enough; one success is one too many", () => {
  expect(found(times(3, answer(404)), 5 * hourMs)).toMatchObject({ cause: "http_404", share: 1 });
  expect(found(times(2, answer(404)), 5 * hourMs)).toBeNull();
  expect(found([answer(200), ...times(3, answer(404))], 5 * hourMs)).toBeNull();
  expect(found([answer(200), ...times(3, answer(404))], 11 * hourMs)).toBeNull();
  expect(found([answer(200), ...times(5, answer(404))], 6 * hourMs)).toMatchObject({ cause: "http_404" });
});

test("3xx, TLS, NXDOMAIN and a blocked address count like a single 4xx", () => {
  expect(found([...times(6, answer(301)), ...times(6, answer(302))])).toMatchObject({ cause: "http_3xx", httpStatus: null });
  for (const error of ["tls_error", "dns_nxdomain", "blocked_destination"] as const) {
    expect(found(times(12, { kind: "error", error }))).toMatchObject({ cause: error, httpStatus: null, share: 1 });
  }
});

test("never 5xx, 408, 425, 429, and no other transport fault, however uniform", () => {
  const statuses = [408, 425, 429, ...Array.from({ length: 100 }, (_, index) => 500 + index)];
  for (const status of statuses) expect(found(times(20, answer(status))), String(status)).toBeNull();
  const named = new Set(["tls_error", "dns_nxdomain", "blocked_destination"]);
  for (const error of transportErrors) {
    if (!named.has(error)) expect(found(times(20, { kind: "error", error })), error).toBeNull();
  }
});

test("our own faults are no attempts of the endpoint: they neither make nor hide a finding", () => {
  const ours = times(50, { kind: "error", error: "shutdown" });
  expect(found([...times(20, answer(401)), ...ours])).toMatchObject({ cause: "http_401", share: 1 });
});

test("a finding clears itself when the endpoint is mended: at once when half succeed, and by time alone", () => {
  expect(found([...times(20, answer(401)), ...times(20, answer(200))])).toBeNull();
  let state = windows.initial();
  const end = { permit, classification: classify(answer(401), 0), durationMs: 1 };
  for (let i = 0; i < 20; i++) state = windows.observe(state, end, 0);
  expect(windows.judge(state, hourMs)).not.toBeNull();
  expect(windows.judge(state, 24 * hourMs)).toBeNull();
});

test("each cause has a hint of what to check, and each 4xx status at least one that names it", () => {
  for (let status = 400; status < 500; status++) {
    const cause = `http_${status}` as Cause;
    if (isConfigErrorCause(cause)) expect(hintFor(cause).length).toBeGreaterThan(30);
  }
  expect(hintFor("http_418")).toContain("418");
  expect(hintFor("http_401")).toContain("clock");
  expect(hintFor("http_3xx")).toContain("Location");
});

test("memory is bounded: however many statuses an endpoint answers, eight are told apart", () => {
  let state = windows.initial();
  for (let i = 0; i < 2_000; i++) {
    const classification = classify(answer(400 + (i % 100)), i);
    state = windows.observe(state, { permit, classification, durationMs: 1 }, i);
  }
  expect(Object.keys(state.causes)).toHaveLength(maxCauses);
  expect(windows.judge(state, 2_000)).toBeNull();
});

test("found if and only if one cause has 95 % of at least 10 attempts, or of at least 3 none of which succeeded", () => {
  const results = fc.array(fc.constantFrom(...[...times(30, answer(401)), ...[404, 200, 500, 302].map(answer)]), { maxLength: 60 });
  fc.assert(
    fc.property(results, (sequence) => {
      const causes = sequence.map((result) => classify(result, 0).cause);
      const isShared = (cause: string) => causes.filter((each) => each === cause).length >= 0.95 * causes.length;
      const shared = ["http_401", "http_404", "http_3xx"].find(isShared);
      const isEnough = causes.length >= 10 || (causes.length >= 3 && !causes.includes("http_2xx"));
      expect(found(sequence)?.cause ?? null).toBe(isEnough && shared ? shared : null);
    }),
    { numRuns: 300 },
  );
});

test("what speaks for a finding are the counts that it was judged by: the hour's where there are enough, the day's otherwise", () => {
  const observe = (results: readonly AttemptResult[], now: number, from = windows.initial()) =>
    results.reduce((state, result) => windows.observe(state, { permit, classification: classify(result, now), durationMs: 1 }, now), from);
  const now = 1_700_000_000_000;
  const busy = observe([...times(1, answer(200)), ...times(39, answer(401))], now);
  expect(windows.evidence(busy, "http_401", now)).toEqual({ finished: 40, matching: 39, windowMs: hourMs });
  const rare = observe(times(3, answer(404)), now);
  expect(windows.evidence(rare, "http_404", now + 2 * hourMs)).toEqual({ finished: 3, matching: 3, windowMs: 24 * hourMs });
  expect(windows.evidence(rare, "http_401", now).matching).toBe(0);
});

import { expect, test } from "vitest";
import { hourMs } from "../time/durations.ts";
import { transportErrors } from "./attempt-result.ts";
import { classify } from "./classify.ts";

const now = 1_700_000_000_000;
const answer = (status: number, retryAfter?: string[]) => classify({ kind: "response", status, ...(retryAfter && { retryAfter }) }, now);
const error = (code: (typeof transportErrors)[number]) => classify({ kind: "error", error: code }, now);

test("the status line decides: every 2xx is delivered, whatever happened to the body", () => {
  for (const status of [200, 201, 202, 204, 206, 299]) {
    expect(answer(status)).toMatchObject({ outcome: "delivered", cause: "http_2xx", success: true, retryable: false, owner: null, status });
  }
  expect(classify({ kind: "response", status: 200, bodyError: "reset" }, now).success).toBe(true);
});

test("C14: no 3xx is a success; it is retried and counts as a failure", () => {
  for (const status of [300, 301, 302, 303, 304, 307, 308, 399]) {
    expect(answer(status)).toMatchObject({ outcome: "failed", cause: "http_3xx", success: false, retryable: true, countsForBreaker: true });
  }
});

test("C16: 408, 425 and 429 are retried; 429 slows the lane without being a failure", () => {
  for (const status of [408, 425])
    expect(answer(status)).toMatchObject({ outcome: "failed", cause: `http_${status}`, retryable: true, countsForBreaker: true });
  expect(answer(429)).toMatchObject({ outcome: "throttled", cause: "http_429", retryable: true, countsForBreaker: false });
});

test("every other 4xx is an answer: terminal, no failure, and its single status is kept", () => {
  for (let status = 400; status < 500; status++) {
    if ([408, 425, 429].includes(status)) continue;
    expect(answer(status)).toMatchObject({
      outcome: "rejected",
      cause: `http_${status}`,
      retryable: false,
      countsForBreaker: false,
      owner: "customer",
    });
  }
});

test("every 5xx is a failure that is retried", () => {
  for (const status of [500, 501, 502, 503, 504, 599])
    expect(answer(status)).toMatchObject({ outcome: "failed", cause: "http_5xx", retryable: true, countsForBreaker: true });
});

test("C22: statuses nobody defined are failures that are retried", () => {
  for (const status of [600, 999]) {
    expect(answer(status)).toMatchObject({
      outcome: "failed",
      cause: "http_unknown_status",
      success: false,
      retryable: true,
      countsForBreaker: true,
      status,
    });
  }
});

test("C22: what is no final status is no HTTP: 1xx, 099 and numbers that are none", () => {
  for (const status of [100, 101, 199, 99, 0, -1, 200.5, Number.NaN]) {
    expect(answer(status)).toMatchObject({ outcome: "failed", cause: "protocol_error", status: null, success: false, retryable: true });
  }
});

test("every transport error keeps its code as the cause and is no success", () => {
  for (const code of transportErrors) expect(error(code)).toMatchObject({ cause: code, success: false, status: null, retryAfterMs: null });
});

test("everything that can mend is retryable: names and certificates too, only a blocked address and an unsendable request are not", () => {
  const terminal = transportErrors.filter((code) => !error(code).retryable);
  expect(terminal).toEqual(["blocked_destination", "unsendable_request"]);
});

test("our own faults never feed a customer's breaker", () => {
  const uncounted = transportErrors.filter((code) => !error(code).countsForBreaker);
  expect(uncounted).toEqual(["blocked_destination", "unsendable_request", "shutdown", "unknown"]);
  for (const code of ["unsendable_request", "shutdown", "unknown"] as const) expect(error(code).owner).toBe("us");
});

test("a request may have arrived once a connection was made, and not before", () => {
  const arrived = transportErrors.filter((code) => error(code).mayHaveArrived);
  expect(arrived).toEqual(["reset_before_response", "timeout", "response_headers_overflow", "protocol_error", "shutdown", "unknown"]);
});

test("Retry-After is read from every answer but a success, and never asks for more than six hours", () => {
  expect(answer(429, ["2"]).retryAfterMs).toBe(2_000);
  expect(answer(503, ["99999999999"]).retryAfterMs).toBe(6 * hourMs);
  expect(answer(503, ["soon"]).retryAfterMs).toBeNull();
  expect(answer(200, ["2"]).retryAfterMs).toBeNull();
});

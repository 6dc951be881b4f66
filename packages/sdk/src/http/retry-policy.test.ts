import fc from "fast-check";
import { expect, test } from "vitest";
import { HooklaneError } from "./hooklane-error.ts";
import { defaultRetryPolicy, isRetryable, readRetryAfter, retryDelayMs } from "./retry-policy.ts";

const failed = (status: number | null, retryAfterMs: number | null = null, cause?: unknown) =>
  new HooklaneError({ status, code: "x", detail: "x", retryAfterMs, cause });

test("a wait is anywhere from nothing to the doubled base, up to the cap, and at least what the server asked for", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.nat(100_000),
      (n, r, asked) => {
        const { baseMs, capMs } = defaultRetryPolicy;
        const ceilingMs = Math.min(capMs, baseMs * 2 ** (n - 1));
        expect(retryDelayMs(failed(503), n, defaultRetryPolicy, () => r)).toBe(r * ceilingMs);
        const delayMs = retryDelayMs(failed(429, asked), n, defaultRetryPolicy, () => r);
        expect(delayMs).toBeGreaterThanOrEqual(asked);
        expect(delayMs).toBeLessThanOrEqual(Math.max(asked, ceilingMs));
      },
    ),
  );
});

test("what can be done twice is tried again after 408, 425, 429, 5xx and a broken line, and after no other refusal", () => {
  for (const status of [408, 425, 429, 500, 502, 503, 504, 599, null]) expect(isRetryable(failed(status), true), String(status)).toBe(true);
  for (const status of [200, 301, 400, 401, 403, 404, 409, 413, 422]) expect(isRetryable(failed(status), true), String(status)).toBe(false);
});

test("what must not be done twice is tried again only where the server cannot have acted", () => {
  for (const status of [408, 425, 500, 502, 503, null]) expect(isRetryable(failed(status), false), String(status)).toBe(false);
  expect(isRetryable(failed(429), false)).toBe(true);
  const refused = new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) });
  const reset = new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNRESET" }) });
  expect([isRetryable(failed(null, null, refused), false), isRetryable(failed(null, null, reset), false)]).toEqual([true, false]);
});

test("Retry-After is seconds or an HTTP-date; anything else is none", () => {
  const nowMs = Date.parse("2026-11-30T12:00:00Z");
  expect(readRetryAfter("7", nowMs)).toBe(7_000);
  expect(readRetryAfter("Mon, 30 Nov 2026 12:00:30 GMT", nowMs)).toBe(30_000);
  expect(readRetryAfter("Mon, 30 Nov 2026 11:00:00 GMT", nowMs)).toBe(0);
  for (const text of [null, "", "soon", "-1", "1.5", "2026-11-30T12:00:30Z", "1e9"])
    expect(readRetryAfter(text, nowMs), String(text)).toBeNull();
});

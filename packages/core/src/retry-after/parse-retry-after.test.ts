import fc from "fast-check";
import { expect, test } from "vitest";
import { maxRetryAfterMs, parseRetryAfter } from "./parse-retry-after.ts";

const now = Date.UTC(2026, 5, 1);
const read = (...values: string[]) => parseRetryAfter(values, now);

test("C17: seconds and dates are read, and 0 is a value", () => {
  expect(read("2")).toBe(2_000);
  expect(read("0")).toBe(0);
  expect(read("007")).toBe(7_000);
  expect(read(" \t2 ")).toBe(2_000);
  expect(read(new Date(now + 90_000).toUTCString())).toBe(90_000);
});

test("C17: a date in the past asks for nothing", () => {
  expect(read("Sun, 06 Nov 1994 08:49:37 GMT")).toBe(0);
});

test("C17: the far future and numbers beyond any timer are six hours", () => {
  for (const value of ["99999999999", "9".repeat(400), "Wed, 21 Oct 2099 07:28:00 GMT", "21601"])
    expect(read(value), value).toBe(maxRetryAfterMs);
  expect(read("21600")).toBe(maxRetryAfterMs);
  expect(read("21599")).toBe(maxRetryAfterMs - 1_000);
});

test("C17: everything else counts as absent", () => {
  for (const value of ["-1", "+1", "1.5", "1e9", "120s", "", " ", "0x10", "5, 10", "5,5", "１２", "Infinity", "NaN", "soon"]) {
    expect(read(value), value).toBeNull();
  }
  expect(parseRetryAfter(undefined, now)).toBeNull();
  expect(read()).toBeNull();
});

test("C17: two headers that agree are one, two that differ are none", () => {
  expect(read("5", "5")).toBe(5_000);
  expect(read("5", " 5")).toBe(5_000);
  expect(read("5", "10")).toBeNull();
  expect(read("5", "")).toBeNull();
});

test("whatever an endpoint sends, the wait is null or a whole number from 0 to six hours", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.nat().map(String), fc.constantFrom("-1", "1e9", "Sun Nov  6 08:49:37 1994"))),
      (values) => {
        const asked = parseRetryAfter(values, now);
        if (asked === null) return;
        expect(Number.isInteger(asked)).toBe(true);
        expect(asked).toBeGreaterThanOrEqual(0);
        expect(asked).toBeLessThanOrEqual(maxRetryAfterMs);
      },
    ),
  );
});

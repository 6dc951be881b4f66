import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHttpDate } from "./http-date.ts";

const now = Date.UTC(2026, 5, 1);

test("the three forms of RFC 9110 name the same moment", () => {
  const moment = Date.UTC(1994, 10, 6, 8, 49, 37);
  expect(parseHttpDate("Sun, 06 Nov 1994 08:49:37 GMT", now)).toBe(moment);
  expect(parseHttpDate("Sunday, 06-Nov-94 08:49:37 GMT", now)).toBe(moment);
  expect(parseHttpDate("Sun Nov  6 08:49:37 1994", now)).toBe(moment);
});

test("a two-digit year is at most 50 years ahead", () => {
  expect(parseHttpDate("Friday, 01-Jan-76 00:00:00 GMT", now)).toBe(Date.UTC(2076, 0, 1));
  expect(parseHttpDate("Friday, 01-Jan-77 00:00:00 GMT", now)).toBe(Date.UTC(1977, 0, 1));
  expect(parseHttpDate("Friday, 01-Jan-00 00:00:00 GMT", Date.UTC(2070, 0, 1))).toBe(Date.UTC(2100, 0, 1));
});

test("dates that do not exist, other zones and other spellings are no HTTP-date", () => {
  for (const text of [
    "Sun, 30 Feb 2026 00:00:00 GMT",
    "Sun, 29 Feb 2025 00:00:00 GMT",
    "Sun, 31 Apr 2026 00:00:00 GMT",
    "Sun, 00 Jan 2026 00:00:00 GMT",
    "Sun, 01 Jan 2026 24:00:00 GMT",
    "Sun, 01 Jan 2026 00:60:00 GMT",
    "Sun, 01 Jan 2026 00:00:61 GMT",
    "Sun, 1 Jan 2026 00:00:00 GMT",
    "sun, 01 jan 2026 00:00:00 gmt",
    "Sun, 01 Jan 2026 00:00:00 +0000",
    "Sun, 01 Jan 2026 00:00:00",
    "2026-01-01T00:00:00Z",
    "01 Jan 2026 00:00:00 GMT",
    "",
  ]) {
    expect(parseHttpDate(text, now), text).toBeNull();
  }
});

test("every moment from year 0 to 9999 is read back from its IMF-fixdate", () => {
  const from = new Date("0000-01-01T00:00:00Z").getTime();
  fc.assert(
    fc.property(fc.integer({ min: from / 1_000, max: Math.floor(Date.UTC(9999, 11, 31) / 1_000) }), (seconds) => {
      expect(parseHttpDate(new Date(seconds * 1_000).toUTCString(), now)).toBe(seconds * 1_000);
    }),
    { numRuns: 2_000 },
  );
});

test("the century of a two-digit year is found at any moment", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2400, 0, 1) }), fc.integer({ min: 0, max: 99 }), (moment, twoDigits) => {
      const year = new Date(moment).getUTCFullYear();
      const text = `Monday, 01-Jan-${String(twoDigits).padStart(2, "0")} 00:00:00 GMT`;
      const read = new Date(parseHttpDate(text, moment) as number).getUTCFullYear();
      expect(read % 100).toBe(twoDigits);
      expect(read).toBeLessThanOrEqual(year + 50);
      expect(read).toBeGreaterThan(year - 50);
    }),
  );
});

import { expect, test } from "vitest";
import {
  formatBucket,
  formatCountdown,
  formatDuration,
  formatExact,
  formatRelative,
  formatRemaining,
  formatSpan,
  formatTick,
  formatUtc,
} from "./format-time.ts";

const NOW = Date.UTC(2026, 10, 30, 8, 15, 2, 123);

test("a moment is told by its largest whole unit, in both directions", () => {
  const at = (seconds: number) => formatRelative(NOW + seconds * 1_000, NOW);
  expect([at(0), at(1), at(-12), at(45), at(-60), at(-3_599), at(7_200), at(-86_400)]).toEqual([
    "now",
    "now",
    "12 s ago",
    "in 45 s",
    "1 min ago",
    "59 min ago",
    "in 2 h",
    "1 d ago",
  ]);
  expect(at(-40 * 86_400)).toBe("2026-10-21");
});

test("what is left never reads zero before it has passed", () => {
  expect([1, 999, 41_000, 189_000, 7_500_000, 180_000_000].map(formatRemaining)).toEqual([
    "1 s",
    "1 s",
    "41 s",
    "3 min 09 s",
    "2 h 05 min",
    "2 d 02 h",
  ]);
});

test("an exact time is UTC to the millisecond, and says so", () => {
  expect(formatUtc(NOW)).toBe("2026-11-30 08:15:02.123 UTC");
});

test("a measured span keeps the digits that matter", () => {
  expect([7.6, 999, 1_240, 125_000].map(formatDuration)).toEqual(["8 ms", "999 ms", "1.24 s", "2 min 05 s"]);
});

test("an exact time in another zone names that zone, and is the same moment", () => {
  expect(formatExact(NOW, "UTC")).toBe("2026-11-30 08:15:02.123 UTC");
  expect(formatExact(NOW, "Asia/Kolkata")).toBe("2026-11-30 13:45:02.123 GMT+5:30");
  expect(formatExact(Date.UTC(2026, 10, 30, 23, 59, 59, 7), "Europe/Berlin")).toBe("2026-12-01 00:59:59.007 GMT+1");
});

test("a countdown runs to zero and stays there", () => {
  expect([41_000, 40_001, 725_000, 3_723_000, 0, -5].map(formatCountdown)).toEqual(["0:41", "0:41", "12:05", "1:02:03", "0:00", "0:00"]);
});

test("a span is told in the largest unit that leaves no rest", () => {
  expect([60, 90, 300, 3_600, 86_400, 604_800].map(formatSpan)).toEqual(["60 s", "90 s", "5 min", "60 min", "24 h", "7 d"]);
});

test("a chart's edge has clock times within days and dates beyond", () => {
  expect(formatTick(NOW, 60_000, "UTC")).toBe("08:15");
  expect(formatTick(NOW, 86_400_000, "UTC")).toBe("30 Nov");
  expect(formatBucket(NOW, 3_600_000, "Asia/Kolkata")).toBe("30 Nov, 13:45");
});

import { expect, test } from "vitest";
import { formatDuration, formatRelative, formatRemaining, formatUtc } from "./format-time.ts";

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

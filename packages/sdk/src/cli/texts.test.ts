import { expect, test } from "vitest";
import type { Job } from "../types/job.ts";
import { durationText, progressText } from "./progress.ts";
import { readTime } from "./read-time.ts";
import { columns } from "./terminal.ts";

const nowMs = Date.parse("2026-11-30T12:00:00Z");

test("a time is a moment or how long ago", () => {
  const read = (text: string) => readTime(text, "since", nowMs).toISOString();
  expect(read("2026-11-30T10:00:00+01:00")).toBe("2026-11-30T09:00:00.000Z");
  expect(read("90s")).toBe("2026-11-30T11:58:30.000Z");
  expect(read("30m")).toBe("2026-11-30T11:30:00.000Z");
  expect(read("2h")).toBe("2026-11-30T10:00:00.000Z");
  expect(read("7d")).toBe("2026-11-23T12:00:00.000Z");
  for (const text of ["", "2", "2 h", "-2h", "2026", "2026-13-01T00:00:00Z", "12:00", "1764500000"])
    expect(() => read(text), text).toThrow(/--since/);
});

const job: Job = {
  id: "job_1",
  kind: "replay",
  state: "running",
  selected: 12_000,
  queued: 600,
  delivered: 500,
  dead: 3,
  pending: 97,
  cancelled: 0,
  rate_per_second: 98.26,
  eta_seconds: 118,
};

test("progress says how many of how many, what went wrong, how fast and how long", () => {
  expect(progressText(job)).toBe("running: 500 of 12000 delivered, 3 dead, 98.3/s, about 118 s left");
  expect(progressText({ ...job, max_rate_per_second: 120 })).toContain("98.3/s, at most 120/s, about");
  expect(progressText({ ...job, dead: 0, rate_per_second: null, eta_seconds: null })).toBe("running: 500 of 12000 delivered");
  expect(progressText({ ...job, state: "cancelled", cancelled: 97 })).toBe("cancelled: 500 of 12000 delivered, 3 dead, 97 cancelled");
});

test("durations are rounded up to what people read", () => {
  expect([0.2, 119, 120, 7_199, 7_200, 100_000].map(durationText)).toEqual(["1 s", "119 s", "2 min", "120 min", "2 h", "28 h"]);
});

test("columns are as wide as their widest cell, and lines end without spaces", () => {
  expect(columns([["a", "bb"], ["ccc", ""], ["d"]])).toEqual(["a    bb", "ccc", "d"]);
});

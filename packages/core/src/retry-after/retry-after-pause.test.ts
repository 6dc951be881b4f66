import { expect, test } from "vitest";
import { classify } from "../classify/classify.ts";
import { retryAfterPause } from "./retry-after-pause.ts";

const permit = { laneId: "sub_1", tenantId: "ten_1", host: "rx.example:443", class: "first" } as const;
const ended = (status: number, retryAfter?: string) => ({
  permit,
  classification: classify({ kind: "response", status, ...(retryAfter !== undefined && { retryAfter: [retryAfter] }) }, 0),
  durationMs: 5,
});
const fresh = retryAfterPause.initial(null, 0);

test("C16: a lane rests until the moment its endpoint asked for, and not longer", () => {
  const paused = retryAfterPause.observe(fresh, ended(429, "2"), 1_000);
  expect(retryAfterPause.check(paused, 2_999, null)).toEqual({ ok: false, reason: "retry_after", until: 3_000, endedBy: null });
  expect(retryAfterPause.check(paused, 3_000, null)).toEqual({ ok: true });
  expect(retryAfterPause.isIdle(paused, 2_999)).toBe(false);
  expect(retryAfterPause.isIdle(paused, 3_000)).toBe(true);
});

test("the latest moment asked for wins", () => {
  const long = retryAfterPause.observe(fresh, ended(503, "60"), 0);
  expect(retryAfterPause.observe(long, ended(503, "2"), 1_000)).toBe(long);
  expect(retryAfterPause.observe(long, ended(200), 1_000)).toBe(long);
});

test("an answer without Retry-After, and a terminal one with it, pause nothing", () => {
  expect(retryAfterPause.observe(fresh, ended(503), 0)).toBe(fresh);
  expect(retryAfterPause.observe(fresh, ended(404, "60"), 0)).toBe(fresh);
});

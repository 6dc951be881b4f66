import { expect, test } from "vitest";
import { hostBytes } from "./host-bytes.ts";

const bytes = hostBytes({ bytes_per_s: 1_000 });
const start = 1_700_000_000_000;

test("a host receives at most its bytes per second and one second's burst: what a row weighs, later permits wait for", () => {
  const charged = bytes.charge(bytes.charge(bytes.initial(), start, 600), start, 900);
  expect(bytes.check(charged, start)).toMatchObject({ ok: false, reason: "host_bytes", endedBy: null });
  const { until } = bytes.check(charged, start) as { until: number };
  expect(until - start).toBeGreaterThanOrEqual(500);
  expect(until - start).toBeLessThanOrEqual(510);
  expect(bytes.check(charged, until)).toEqual({ ok: true });
});

test("a body larger than the burst passes, and is waited for as long as it weighs", () => {
  const charged = bytes.charge(bytes.initial(), start, 100_000);
  expect(bytes.check(bytes.initial(), start)).toEqual({ ok: true });
  expect(bytes.check(charged, start + 98_000).ok).toBe(false);
  expect(bytes.check(charged, start + 99_010).ok).toBe(true);
  expect(bytes.isIdle(charged, start + 99_000)).toBe(false);
  expect(bytes.isIdle(charged, start + 100_000)).toBe(true);
  expect(bytes.charge(charged, start, 0)).toBe(charged);
});

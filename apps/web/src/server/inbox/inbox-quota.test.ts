import { expect, test } from "vitest";
import { InboxQuota } from "./inbox-quota.ts";

const taken = (quota: InboxQuota, token: string, times: number, nowMs: number): number =>
  Array.from({ length: times }, () => quota.take(token, nowMs)).filter(Boolean).length;

test("an inbox takes a burst, then so many a second, and one inbox's flood is not another's", () => {
  const quota = new InboxQuota();
  expect(taken(quota, "a", 100, 0)).toBe(40);
  expect(taken(quota, "b", 10, 0)).toBe(10);
  expect(taken(quota, "a", 100, 1_000)).toBe(20);
  expect(taken(quota, "a", 100, 100_000)).toBe(40);
});

test("made-up tokens do not fill the memory", () => {
  const quota = new InboxQuota();
  for (let i = 0; i < 10_001; i++) quota.take(`t${i}`, 0);
  expect(taken(quota, "t0", 100, 0)).toBe(40); // was forgotten
  expect(taken(quota, "t10000", 100, 0)).toBe(39); // was not
});

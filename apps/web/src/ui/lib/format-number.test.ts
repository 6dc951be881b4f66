import { expect, test } from "vitest";
import { formatCount, formatQuantity, formatRate, formatShare } from "./format-number.ts";

test("counts are grouped, and one thing is not several", () => {
  expect(formatCount(1_234_567)).toBe("1,234,567");
  expect([0, 1, 2].map((n) => formatQuantity(n, "delivery", "deliveries"))).toEqual(["0 deliveries", "1 delivery", "2 deliveries"]);
});

test("a share is never rounded up to look better than it is, and a small one never to nothing", () => {
  expect([1, 0.9999, 0.5, 0.29, 0.002, 0].map(formatShare)).toEqual(["100 %", "99.9 %", "50 %", "29 %", "0.2 %", "0 %"]);
});

test("a rate keeps the digits that matter", () => {
  expect([1_234.4, 80, 2.46, 0.0667].map(formatRate)).toEqual(["1,234", "80", "2.5", "0.067"]);
});

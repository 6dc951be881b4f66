import { expect, test } from "vitest";
import { neededPermits } from "./needed-permits.ts";

test("a lane needs what arrives while one delivery is under way, rounded up, and the headroom", () => {
  expect(neededPermits(40, 500, 4)).toBe(24);
  expect(neededPermits(0.1, 50, 4)).toBe(5);
  expect(neededPermits(0, 1_000, 4)).toBe(4);
});

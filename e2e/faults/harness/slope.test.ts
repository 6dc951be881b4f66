import { expect, test } from "vitest";
import { risePerHour } from "./slope.ts";

test("the rise is that of the line through the samples, whatever lies around it", () => {
  const minute = 60_000;
  const line = [0, 1, 2, 3].map((n) => ({ atMs: n * minute, value: 100 + n }));
  expect(risePerHour(line)).toBeCloseTo(60);
  const noisy = line.flatMap(({ atMs, value }) => [
    { atMs, value: value + 5 },
    { atMs, value: value - 5 },
  ]);
  expect(risePerHour(noisy)).toBeCloseTo(60);
});

test("without two moments there is no rise to speak of", () => {
  expect(risePerHour([{ atMs: 1, value: 1 }])).toBeNaN();
});

import { expect, test } from "vitest";
import { rateChoices, rateFormOf, readRate, secondsAt } from "./replay-rate.ts";

test("the choices are parts of what the endpoint allows now, and none is below one delivery per second", () => {
  const rates = (own: number) =>
    rateChoices(own).map(([choice]) => (choice === "number" ? undefined : readRate({ choice, text: "" }, own)));
  expect(rates(48)).toEqual([{ ok: true, maxPerS: null }, { ok: true, maxPerS: 24 }, { ok: true, maxPerS: 4.8 }, undefined]);
  expect(rates(1.5).slice(1, 3)).toEqual([
    { ok: true, maxPerS: 1 },
    { ok: true, maxPerS: 1 },
  ]);
});

test.each([
  ["1", 1],
  [" 2.5 ", 2.5],
  ["10000", 10_000],
  ["0", undefined],
  ["10001", undefined],
  ["", undefined],
  ["fast", undefined],
])("a typed rate of %j is %j", (text, maxPerS) => {
  const read = readRate({ choice: "number", text }, 50);
  expect(read).toEqual(
    maxPerS === undefined ? { ok: false, error: expect.stringContaining("1 to 10,000 deliveries per second") } : { ok: true, maxPerS },
  );
});

test("a job's rate is what its form begins with", () => {
  for (const maxPerS of [null, 3, 0.5 + 1]) expect(readRate(rateFormOf(maxPerS), 50)).toEqual({ ok: true, maxPerS });
});

test("a rate above what the endpoint allows makes nothing faster", () => {
  expect([secondsAt(1_000, 50, null), secondsAt(1_000, 50, 10), secondsAt(1_000, 50, 500)]).toEqual([20, 100, 20]);
});

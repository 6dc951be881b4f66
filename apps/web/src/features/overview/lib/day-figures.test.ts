import { expect, test } from "vitest";
import { dayFigures } from "./day-figures.ts";

const overview = {
  endpoints: 3,
  backlog: 1_234,
  dead_count: 0,
  secret_seen: true,
  lag_seconds: 0,
  attention: 0,
  troubled: [],
  replays: [],
};
const totals = { accepted: 10, delivered: 8, dead: 1, succeeded: 8, failed: 2, latency: null };
const figureOf = (term: string, ...args: Parameters<typeof dayFigures>) => dayFigures(...args).find((figure) => figure.term === term);

test("every number leads to the log behind it", () => {
  for (const { query } of dayFigures(overview, totals)) expect(query).toMatch(/^\/deliveries\?/);
});

test("no attempts are no bad rate, and what is not read yet is no zero", () => {
  expect(figureOf("Success rate", overview, totals)).toMatchObject({ value: "80 %", bad: false });
  expect(figureOf("Success rate", overview, { ...totals, succeeded: 0, failed: 0 })).toMatchObject({ value: "–", bad: false });
  expect(figureOf("Accepted", overview, undefined)?.value).toBe("…");
});

test("what waits is told by its count and by its age", () => {
  expect(figureOf("Waiting", overview, totals)?.value).toBe("1,234");
  expect(figureOf("Lag", { ...overview, lag_seconds: 189 }, totals)).toMatchObject({ value: "3 min 09 s", bad: true });
  expect(figureOf("Dead", { ...overview, dead_count: 2 }, totals)).toMatchObject({ value: "2", bad: true });
});

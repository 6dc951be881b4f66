import { expect, test } from "vitest";
import { axisOver, tickLabel, tightAxisOver } from "./axis.ts";
import { renderPlot } from "./plot.ts";

const plot = {
  name: "example",
  title: "Waits < 5 s & more",
  xLabel: "minutes",
  yLabel: "requests per second",
  lines: [
    { label: "with the policy", points: [[0, 0] as const, [10, 93.6] as const] },
    { label: "without it", points: [[0, 40] as const, [12.6, 41] as const] },
    { label: "as a third", points: [[0, 1] as const] },
  ],
};

test("a plot names itself, both axes with their units, and every line", () => {
  const svg = renderPlot(plot);
  expect(svg).toContain('<title id="title">Waits &lt; 5 s &amp; more</title>');
  for (const words of ["minutes", "requests per second", ...plot.lines.map(({ label }) => label)])
    expect(svg).toContain(`>${words}</text>`);
});

test("nothing of a plot lies outside of it", () => {
  const svg = renderPlot(plot);
  const [, width, height] = (/viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []).map(Number) as [number, number, number];
  const xs = [...svg.matchAll(/ x[12]?="([\d.-]+)"|[ML]([\d.-]+) /g)].map((match) => Number(match[1] ?? match[2]));
  const ys = [...svg.matchAll(/ y[12]?="([\d.-]+)"/g)].map((match) => Number(match[1]));
  expect(Math.min(...xs, ...ys)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...xs)).toBeLessThanOrEqual(width);
  expect(Math.max(...ys)).toBeLessThanOrEqual(height);
});

test("an axis begins at zero and has round ticks that reach over all values", () => {
  expect(axisOver([3, 93.6]).ticks).toEqual([0, 20, 40, 60, 80, 100]);
  expect(axisOver([0.03, 0.07]).ticks.map(tickLabel)).toEqual(["0", "0.02", "0.04", "0.06", "0.08"]);
  expect(axisOver([0, 0]).ticks.length).toBeGreaterThan(1);
  expect(tightAxisOver([3, 64])).toEqual({ low: 0, high: 64, ticks: [0, 20, 40, 60] });
  expect([12_600, 2_500_000, 63].map(tickLabel)).toEqual(["12.6k", "2.5M", "63"]);
});

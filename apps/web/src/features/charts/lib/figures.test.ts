import type { StatisticsBucket } from "@hooklane/contracts";
import { expect, test } from "vitest";
import { bucketText, type Figure, figures, peakOf } from "./figures.ts";

const bucket: StatisticsBucket = {
  at: "2026-11-30T08:00:00.000Z",
  accepted: 5,
  delivered: 4,
  dead: 1,
  succeeded: 4,
  failed: 12,
  latency: null,
  backlog: 1_200,
  oldest_due_seconds: 75,
};
const figure = (id: string) => figures.find((each) => each.id === id) as Figure;

test("within a figure no two series look alike without their colours", () => {
  for (const { series } of figures) expect(new Set(series.map(({ look }) => look)).size).toBe(series.length);
});

test("bars add up and lines do not, and a share's axis is whole", () => {
  expect(peakOf(figure("attempts"), [bucket])).toBe(16);
  expect(peakOf(figure("success"), [bucket])).toBe(1);
  expect(peakOf(figure("latency"), [bucket])).toBe(0);
});

test("a bucket is told in words with its units, and what is not known is no zero", () => {
  expect(bucketText(figure("success"), bucket)).toBe("Succeeded 25 %");
  expect(bucketText(figure("latency"), bucket)).toBe("p50 –, p95 –, p99 –");
  expect(bucketText(figure("backlog"), bucket)).toBe("Waiting, at its most 1,200");
  expect(bucketText(figure("age"), bucket)).toBe("Due for 1 min 15 s");
});

import { readFileSync } from "node:fs";
import path from "node:path";
import { operatorAlertSpecs } from "@hooklane/contracts";
import { type MetricSpec, processMetrics, sessionPoolMetrics } from "@hooklane/ops";
import { expect, test } from "vitest";
import { webMetrics } from "../apps/web/src/server/ops/metric-specs.ts";
import { admissionMetrics, fleetMetrics, hostMetrics, laneMetrics, workMetrics } from "../apps/worker/src/ops/metric-specs.ts";
import { metricsDocs } from "./metrics-docs.ts";

const groups = [laneMetrics, hostMetrics, admissionMetrics, workMetrics, fleetMetrics, webMetrics, processMetrics, sessionPoolMetrics];
const all = groups.flatMap((group): MetricSpec[] => Object.values(group));

test("docs/metrics.md is what the code tells (node scripts/generate-metrics.ts writes it)", () => {
  expect(readFileSync(path.join(import.meta.dirname, "../docs/metrics.md"), "utf8")).toBe(metricsDocs());
});

test("every metric has our prefix, a name of its own, a sentence, base units, and the ending of its kind", () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  for (const { name, type, help } of all) {
    expect(name).toMatch(/^hooklane_[a-z_]+$/);
    expect(help).toMatch(/\.( |$)/);
    expect([name, name.endsWith("_total")]).toEqual([name, type === "counter"]);
    expect(name).not.toMatch(/_(ms|millis|milliseconds|kb|mb|minutes|percent)(_|$)/);
  }
});

test("only lanes have a label per customer: what is told of anything else has few series, however many customers there are", () => {
  const perCustomer = all.filter(({ labels }) => labels.some((label) => ["subscription", "tenant", "host"].includes(label)));
  expect(perCustomer.every(({ name }) => /^hooklane_(lane|host|delivery|attempt)_/.test(name))).toBe(true);
});

test("every alert for the operator has a runbook, which says what it means, how to see it, what to do and how to know that it is over", () => {
  for (const { name } of operatorAlertSpecs) {
    const text = readFileSync(path.join(import.meta.dirname, `../docs/runbooks/${name}.md`), "utf8");
    expect([text.split("\n")[0], ...[...text.matchAll(/^## (.*)$/gm)].map((heading) => heading[1])]).toEqual([
      `# ${name}`,
      "What it means",
      "How to see it",
      "What to do",
      "How to know that it is over",
    ]);
    const known = all.map((spec) => spec.name);
    for (const [metric] of text.matchAll(/hooklane_[a-z_]*[a-z]/g))
      expect(
        known.filter((one) => one.startsWith(metric)),
        metric,
      ).not.toEqual([]);
  }
});

import type { MetricSpec, MetricSpecs } from "./metric-spec.ts";

/** An alert: what it says, and what whoever hears it should do. */
export interface AlertSpec {
  readonly name: string;
  readonly meaning: string;
  readonly action: string;
}

export interface DocsSection {
  readonly title: string;
  readonly text?: string;
  readonly specs: MetricSpecs;
}

const cell = (text: string): string => text.replaceAll("|", "\\|");

function row({ name, type, labels, help }: MetricSpec): string {
  return `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(" ")} | ${cell(help)} |`;
}

/** The reference of all metrics and alerts, in Markdown. */
export function renderMetricsDocs(intro: string, sections: readonly DocsSection[], alerts: readonly AlertSpec[]): string {
  const tables = sections.map(({ title, text, specs }) =>
    [
      `## ${title}`,
      "",
      ...(text ? [text, ""] : []),
      "| metric | type | labels | meaning |",
      "| --- | --- | --- | --- |",
      ...Object.values(specs).map(row),
    ].join("\n"),
  );
  const alertTable = [
    "## Alerts",
    "",
    "Each is 1 while it holds: alert on `max by (alert) (hooklane_alert) == 1`. Its name leads to the runbook.",
    "",
    "| alert | meaning | what to do |",
    "| --- | --- | --- |",
    ...alerts.map(({ name, meaning, action }) => `| [\`${name}\`](runbooks/${name}.md) | ${cell(meaning)} | ${cell(action)} |`),
  ].join("\n");
  return `${[intro, ...tables, alertTable].join("\n\n")}\n`;
}

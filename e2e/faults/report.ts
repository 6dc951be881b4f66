import type { Finding } from "./run-faults.ts";

/** Figures that stand in columns of their own; the others follow in the last one. */
const columns = ["accepted", "lost", "duplicates"] as const;
const notWorthALine = new Set<string>([
  ...columns,
  "deliveries",
  "delivered",
  "unknown",
  "loss_rate_below",
  "delay_p50_ms",
  "delay_max_ms",
]);

/** One line per test, and below it what did not hold. */
export function renderTable(findings: readonly Finding[]): string {
  const rows = findings.map(({ id, title, pass, skipped, seconds, figures }) => [
    id,
    skipped === undefined ? (pass ? "pass" : "FAIL") : "skip",
    ...columns.map((name) => (figures[name] === undefined ? "-" : String(figures[name]))),
    `${seconds} s`,
    title,
  ]);
  const head = ["test", "", ...columns, "took", "fault"];
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? "").length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(head), ...findings.flatMap((finding, i) => [line(rows[i] ?? []), ...details(finding)])].join("\n");
}

function details({ skipped, figures, broken }: Finding): string[] {
  const rest = Object.entries(figures).filter(([name]) => !notWorthALine.has(name));
  return [
    ...(skipped === undefined ? [] : [`      not carried out: ${skipped}`]),
    ...(rest.length === 0 ? [] : [`      ${rest.map(([name, value]) => `${name} ${value}`).join(", ")}`]),
    ...broken.map((text) => `      ✗ ${text}`),
  ];
}

/** The object that the last line of `--json` is. */
export function renderJson(findings: readonly Finding[]): string {
  const tests = findings.map(({ id, pass, skipped, seconds, figures, broken }) => [
    id,
    { pass, ...(skipped !== undefined && { skipped }), ...figures, seconds, ...(broken.length > 0 && { broken }) },
  ]);
  return JSON.stringify({ tests: Object.fromEntries(tests) });
}

/** A table of a scenario: a title, columns and rows of text or numbers. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Columns padded to their widest cell; numbers to the right. */
export function renderTable({ title, columns, rows }: Table): string {
  const cells = rows.map((row) => row.map(formatCell));
  const widths = columns.map((column, at) => Math.max(column.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[], numbers: readonly boolean[]) =>
    `| ${row.map((cell, at) => (numbers[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(" | ")} |`;
  const isNumber = columns.map((_, at) => rows.every((row) => typeof row[at] === "number"));
  const rule = `| ${widths.map((width, at) => (isNumber[at] ? `${"-".repeat(Math.max(2, width - 1))}:` : "-".repeat(Math.max(3, width)))).join(" | ")} |`;
  return [`**${title}**`, "", line(columns, isNumber), rule, ...cells.map((row) => line(row, isNumber)), ""].join("\n");
}

/** Four significant digits, whole numbers whole. */
export function formatCell(cell: string | number): string {
  if (typeof cell === "string") return cell;
  if (Number.isInteger(cell)) return String(cell);
  return Math.abs(cell) >= 1_000 ? String(Math.round(cell)) : String(Number(cell.toPrecision(4)));
}

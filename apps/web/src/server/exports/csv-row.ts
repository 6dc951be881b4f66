/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]/u;
/** Everything that a cell could begin or break a line with, or turn the text around it. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

export type Cell = string | number | null;

/**
 * One line of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula is preceded by an apostrophe, which it takes for "this is text"; control
 * characters and those that turn the direction of writing become spaces.
 */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(",")}\r\n`;

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const plain = cell.toWellFormed().replace(CONTROL, " ");
  return `"${(FORMULA.test(plain) ? `'${plain}` : plain).replaceAll('"', '""')}"`;
}

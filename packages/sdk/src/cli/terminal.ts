import type { Readable, Writable } from "node:stream";

/** Where a command reads and writes. Results go to `out`, everything said on the way to `err`. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}

/** Writes a line of the result. */
export const print = ({ stdout }: Terminal, line: string): void => void stdout.write(`${line}\n`);

/** Writes a line for the person who watches. */
export const note = ({ stderr }: Terminal, line: string): void => void stderr.write(`${line}\n`);

/** Whether a person can be asked something. */
export const canAsk = ({ stdin, stderr }: Terminal): boolean => stdin.isTTY === true && stderr.isTTY === true;

/** Text of others in one line: what would steer the terminal is shown instead of done. */
export const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, (control) =>
    control === "\n" || control === "\t" ? " " : `\\x${control.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );

/** Rows as columns of even width. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

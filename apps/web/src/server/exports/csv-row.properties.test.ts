import fc from "fast-check";
import { expect, test } from "vitest";
import { csvRow } from "./csv-row.ts";

const text = fc.string({ unit: "binary" });
const cell = fc.oneof(
  text,
  fc.tuple(fc.constantFrom("=", "+", "-", "@", "\t=", " @", "\r\n+", "＝", "\u202e="), text).map((parts) => parts.join("")),
);

/** The cells of a line as a spreadsheet reads them. */
function readRow(line: string): string[] {
  expect(line.endsWith("\r\n")).toBe(true);
  return [...line.slice(0, -2).matchAll(/(?:^|,)"((?:[^"]|"")*)"/g)].map((match) => (match[1] as string).replaceAll('""', '"'));
}

test("C68: whatever a cell holds, it stays one cell of one line, and begins no formula", () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
      const line = csvRow(cells);
      expect(line.slice(0, -2)).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      const read = readRow(line);
      expect(read).toHaveLength(cells.length);
      for (const value of read) expect(value.trimStart()).not.toMatch(/^[=+\-@|%＝＋－＠]/);
    }),
  );
});

test("plain texts come through as they are, numbers bare, and nothing as nothing", () => {
  expect(csvRow(["order.paid", 'say "hi", twice', 404, null, ""])).toBe('"order.paid","say ""hi"", twice",404,,""\r\n');
  expect(csvRow(["=1+1"])).toBe('"\'=1+1"\r\n');
});

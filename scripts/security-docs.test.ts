import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./runtime/settings.ts";

const rows = readFileSync(path.join(root, "docs/security.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| [A-Z]\d+ \|/.test(line))
  .map(
    (line) => line.split(" | ").map((cell) => cell.replaceAll("|", "").trim()) as [item: string, holds: string, name: string, file: string],
  );

test("docs/security.md names a test that exists for each of its lines", () => {
  expect(rows.length).toBeGreaterThan(40);
  for (const [item, , name, file] of rows) {
    const source = path.join(root, file);
    expect(existsSync(source), `${item}: ${file}`).toBe(true);
    expect(readFileSync(source, "utf8").includes(name), `${item}: “${name}” in ${file}`).toBe(true);
  }
});

test("docs/security.md has a line for every item of the checklist but those that it says are missing", () => {
  const counts = { S: 9, K: 7, T: 6, A: 9, B: 5 };
  const items = Object.entries(counts).flatMap(([letter, n]) => Array.from({ length: n }, (_, index) => `${letter}${index + 1}`));
  const named = new Set(rows.map(([item]) => item));
  expect(items.filter((item) => !named.has(item))).toEqual([]);
});

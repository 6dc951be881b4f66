import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const markdown = [
  "README.md",
  ...readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

test("every file that docs/ARCHITECTURE.md names exists", () => {
  const named = [...read("docs/ARCHITECTURE.md").matchAll(/`((?:apps|packages|scripts|prisma|docs)\/[\w./-]+)`/g)].map(
    (match) => match[1] as string,
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test("every relative link and picture in README and docs leads to a file", () => {
  const broken = markdown.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
      .map((match) => path.join(path.dirname(file), match[1] as string))
      .filter((target) => !existsSync(path.join(root, target)))
      .map((target) => `${file} -> ${target}`),
  );
  expect(broken).toEqual([]);
});

test("README begins with its two commands and stays within 150 lines", () => {
  const lines = read("README.md").split("\n");
  expect(lines.length).toBeLessThanOrEqual(150);
  const commands = lines.filter((line) => line.startsWith("npm "));
  expect(commands.slice(0, 2)).toEqual([expect.stringMatching(/^npm run demo/), expect.stringMatching(/^npm test/)]);
});

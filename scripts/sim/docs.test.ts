import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { scenarioSeed, scenarios } from "@hooklane/sim";
import { expect, test } from "vitest";
import { parseArguments } from "./arguments.ts";
import { docsFile, plotsName, sectionNames, sectionOf, withSections, worldsName } from "./docs.ts";
import { scenarioSection } from "./sections.ts";

const text = readFileSync(docsFile, "utf8");
const docs = path.dirname(docsFile);

test("the document has a generated section for each scenario and for the random worlds, in the order in which they are played", () => {
  expect(sectionNames(text)).toEqual([...scenarios.map(({ name }) => name), worldsName]);
});

test("each section holds the claim and at least one table", () => {
  for (const { name, claim } of scenarios) {
    const section = sectionOf(text, name) ?? "";
    expect(section, name).toContain(claim);
    expect(section, name).toMatch(/^\| -/m);
  }
  expect(sectionOf(text, worldsName)).toMatch(/^\| +500 \|/m);
});

test("every command that the document names exists and is understood", () => {
  const commands = [...text.matchAll(/npm run ([\w-]+)(?: -- ([^`\n]*))?/g)];
  expect(commands.length).toBeGreaterThan(scenarios.length);
  const { scripts } = JSON.parse(readFileSync(path.join(docs, "../package.json"), "utf8")) as { scripts: Record<string, string> };
  const problems = commands.flatMap(([command, script = "", argv]) => {
    if (!(script in scripts)) return [`${command}: no such script`];
    if (script !== "sim" || argv === undefined) return [];
    const parsed = parseArguments(argv.trim().split(/\s+/));
    if (!parsed.ok) return [`${command}: ${parsed.problem}`];
    return parsed.args.only.filter((name) => !scenarios.some((scenario) => scenario.name === name)).map((name) => `${command}: no ${name}`);
  });
  expect(problems).toEqual([]);
});

test("every plot is shown, and every plot that is shown exists", () => {
  const shown = [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map((match) => match[1] as string);
  expect(shown.filter((file) => !existsSync(path.join(docs, file)))).toEqual([]);
  expect(shown.map((file) => path.basename(file)).sort()).toEqual(readdirSync(path.join(docs, plotsName)).sort());
});

test("the tables are those that the command prints now, looked at where it costs little", () => {
  const cheap = scenarios.find(({ name }) => name === "jitter");
  if (!cheap) throw new Error("no scenario jitter");
  expect(sectionOf(text, cheap.name)).toContain(scenarioSection(cheap, cheap.run(scenarioSeed)).trim());
});

test("writing a section keeps the prose around it, and writing it twice changes nothing", () => {
  const around = "before\n\n<!-- generated: jitter -->\n\nold\n\n<!-- end: jitter -->\n\nafter\n";
  const once = withSections(around, new Map([["jitter", "new\n"]]));
  expect(once).toBe("before\n\n<!-- generated: jitter -->\n\nnew\n\n<!-- end: jitter -->\n\nafter\n");
  expect(withSections(once, new Map([["jitter", "new"]]))).toBe(once);
});

test("a section that the document has no place for is an error", () => {
  expect(() => withSections("no marks", new Map([["jitter", "new"]]))).toThrow("generated: jitter");
});

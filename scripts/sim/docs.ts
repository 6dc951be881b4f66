import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Plot, renderPlot } from "@hooklane/sim";
import { root } from "../runtime/settings.ts";

/** The section of the documentation that holds the random worlds. */
export const worldsName = "random_worlds";
export const docsFile = path.join(root, "docs/simulations.md");
/** Beside the document, as its links say it. */
export const plotsName = "simulations";
const plotsFolder = path.join(path.dirname(docsFile), plotsName);

const begin = (name: string) => `<!-- generated: ${name} -->`;
const end = (name: string) => `<!-- end: ${name} -->`;

/** Names of the generated sections, in the order in which they stand. */
export function sectionNames(text: string): string[] {
  return [...text.matchAll(/^<!-- generated: (\w+) -->$/gm)].map((match) => match[1] as string);
}

/** What stands between the marks of a section; undefined when the text has no such marks. */
export function sectionOf(text: string, name: string): string | undefined {
  const from = text.indexOf(begin(name));
  const until = text.indexOf(end(name), from);
  return from < 0 || until < 0 ? undefined : text.slice(from + begin(name).length, until).trim();
}

/**
 * Puts generated text between its marks; everything else stays as it is written.
 *
 * @throws when the text has no marks for a name, so that nothing is left out silently
 */
export function withSections(text: string, sections: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [name, section] of sections) {
    if (sectionOf(result, name) === undefined) throw new Error(`docs/simulations.md has no "${begin(name)}" … "${end(name)}"`);
    const from = result.indexOf(begin(name)) + begin(name).length;
    const until = result.indexOf(end(name), from);
    result = `${result.slice(0, from)}\n\n${section.trim()}\n\n${result.slice(until)}`;
  }
  return result;
}

/** Writes sections and plots. @param isAll plots that belong to no scenario any more are deleted */
export function writeDocs(sections: ReadonlyMap<string, string>, plots: readonly Plot[], isAll: boolean): void {
  const text = withSections(readFileSync(docsFile, "utf8"), sections);
  mkdirSync(plotsFolder, { recursive: true });
  for (const plot of plots) writeFileSync(path.join(plotsFolder, `${plot.name}.svg`), renderPlot(plot));
  const named = new Set(plots.map(({ name }) => `${name}.svg`));
  if (isAll) for (const file of readdirSync(plotsFolder)) if (!named.has(file)) rmSync(path.join(plotsFolder, file));
  writeFileSync(docsFile, text);
}

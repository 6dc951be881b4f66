import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Plot, renderPlot, runRandomWorld, type Scenario, scenarios } from "@hooklane/sim";
import { parseArguments, type SimArguments, usage } from "./sim/arguments.ts";
import { plotsName, worldsName, writeDocs } from "./sim/docs.ts";
import { addSummaries, emptySummary, type JobResult, scenarioJobs, type WorldsSummary, worldJobs } from "./sim/job.ts";
import { runJobs } from "./sim/run-jobs.ts";
import { brokenWorldLine, pictures, scenarioSection, worldsSection } from "./sim/sections.ts";

const plotFolder = path.join(process.env.HOOKLANE_DATA_DIR ?? ".data", "sim");
/** Broken worlds that are named. */
const mostNamed = 20;

interface Played {
  readonly scenario: Scenario<unknown>;
  readonly findings: Extract<JobResult, { kind: "scenario" }>["findings"];
}

// Not process.exit, which drops what a slow reader of stdout has not taken yet.
process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  const parsed = parseArguments(argv);
  if (!parsed.ok) {
    console.error(`${parsed.problem}\n${usage}`);
    return 2;
  }
  const { args } = parsed;
  const unknown = args.only.filter((name) => !scenarios.some((scenario) => scenario.name === name));
  if (unknown.length > 0) {
    console.error(`unknown scenario ${unknown.join(", ")}; there are ${scenarios.map(({ name }) => name).join(", ")}`);
    return 2;
  }
  return args.trace === undefined ? playAll(args) : trace(args.trace);
}

async function playAll(args: SimArguments): Promise<number> {
  const chosen = scenarios.filter(({ name }) => args.only.length === 0 || args.only.includes(name));
  const found = new Map<string, Played["findings"]>();
  let worlds = emptySummary();
  let named = 0;
  await runJobs([...scenarioJobs(chosen), ...worldJobs(args.from, args.seeds)], (result) => {
    if (result.kind === "worlds") {
      worlds = addSummaries(worlds, result.summary);
      // At once, so that a run which is broken off has told what it found.
      for (const world of result.summary.broken) if (named++ < mostNamed) console.error(brokenWorldLine(world));
      if (worlds.worlds % 100 === 0)
        console.error(`${worlds.worlds} of ${args.seeds} random worlds played, ${worlds.violations} violations`);
    } else {
      found.set(result.name, result.findings);
      console.error(`${result.name} played`);
    }
  });
  const played = chosen.map((scenario): Played => ({ scenario, findings: found.get(scenario.name) as Played["findings"] }));
  await writePlots(played);
  if (args.docs) writeDocs(docsSections(played, worlds), allPlots(played), args.only.length === 0);
  if (!args.json) report(played, worlds);
  const violations = played.reduce((sum, { findings }) => sum + findings.violations, worlds.violations);
  if (args.json) {
    const figures = Object.fromEntries(played.map(({ scenario, findings }) => [scenario.name, findings.figures]));
    console.log(JSON.stringify({ violations, seeds: args.seeds, scenarios: figures }));
  }
  return violations > 0 ? 1 : 0;
}

function allPlots(played: readonly Played[]): Plot[] {
  return played.flatMap(({ findings }) => findings.plots);
}

async function writePlots(played: readonly Played[]): Promise<void> {
  await mkdir(plotFolder, { recursive: true });
  for (const plot of allPlots(played)) await writeFile(path.join(plotFolder, `${plot.name}.svg`), renderPlot(plot));
}

function docsSections(played: readonly Played[], worlds: WorldsSummary): Map<string, string> {
  const sections = new Map(
    played.map(({ scenario, findings }) => [
      scenario.name,
      `${scenarioSection(scenario, findings)}\n${pictures(findings.plots, plotsName)}`,
    ]),
  );
  if (worlds.worlds > 0) sections.set(worldsName, worldsSection(worlds));
  return sections;
}

function report(played: readonly Played[], worlds: WorldsSummary): void {
  for (const { scenario, findings } of played) {
    console.log(`\n## ${scenario.name}\n\n${scenarioSection(scenario, findings)}`);
    if (findings.violations > 0) console.log(`${findings.violations} broken invariants`);
  }
  if (worlds.worlds > 0) console.log(`\n## random worlds\n\n${worldsSection(worlds)}`);
  console.log(`plots: ${plotFolder}`);
}

function trace(seed: number): number {
  const result = runRandomWorld(seed, { onLine: (line) => console.log(line) });
  for (const { rule, at, detail } of result.details) console.error(`${at} ${rule}: ${detail}`);
  console.error(
    `${result.deliveries} deliveries, ${result.attempts} attempts, ${result.violations} violations, transcript ${result.digest}`,
  );
  return result.violations > 0 ? 1 : 0;
}

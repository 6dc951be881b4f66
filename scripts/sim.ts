import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { renderPlot, renderTable, runRandomWorld, scenarios } from "@hooklane/sim";
import { parseArguments, usage } from "./sim/arguments.ts";
import { addSummaries, emptySummary, type Job, type JobResult, type WorldsSummary } from "./sim/job.ts";
import { runJobs } from "./sim/run-jobs.ts";

const worldsPerJob = 10;
const plotFolder = path.join(process.env.HOOKLANE_DATA_DIR ?? ".data", "sim");

type ScenarioResult = Extract<JobResult, { kind: "scenario" }>;

const parsed = parseArguments(process.argv.slice(2));
if (!parsed.ok) {
  console.error(`${parsed.problem}\n${usage}`);
  process.exit(2);
}
const { args } = parsed;
const unknown = args.only.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown.length > 0) {
  console.error(`unknown scenario ${unknown.join(", ")}; there are ${scenarios.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
if (args.trace !== undefined) process.exit(trace(args.trace));
process.exit(await playAll());

async function playAll(): Promise<number> {
  const chosen = scenarios.filter(({ name }) => args.only.length === 0 || args.only.includes(name));
  const jobs: Job[] = chosen.map(({ name }) => ({ kind: "scenario", name }));
  for (let from = args.from; from < args.from + args.seeds; from += worldsPerJob) {
    jobs.push({ kind: "worlds", from, count: Math.min(worldsPerJob, args.from + args.seeds - from) });
  }
  const results = new Map<string, ScenarioResult>();
  let worlds = emptySummary();
  await runJobs(jobs, (_job, result) => {
    if (result.kind === "worlds") {
      worlds = addSummaries(worlds, result.summary);
      if (worlds.worlds % 100 === 0) console.error(`${worlds.worlds} of ${args.seeds} random worlds played`);
    } else {
      results.set(result.name, result);
      console.error(`${result.name} played`);
    }
  });
  const inOrder = chosen.map(({ name }) => results.get(name) as ScenarioResult);
  await writePlots(inOrder);
  report(inOrder, worlds);
  const violations = inOrder.reduce((sum, { findings }) => sum + findings.violations, worlds.violations);
  if (args.json) {
    const figures = Object.fromEntries(inOrder.map(({ name, findings }) => [name, findings.figures]));
    console.log(JSON.stringify({ violations, seeds: args.seeds, scenarios: figures }));
  }
  return violations > 0 ? 1 : 0;
}

async function writePlots(results: readonly ScenarioResult[]): Promise<void> {
  await mkdir(plotFolder, { recursive: true });
  for (const plot of results.flatMap(({ findings }) => findings.plots))
    await writeFile(path.join(plotFolder, `${plot.name}.svg`), renderPlot(plot));
}

function report(results: readonly ScenarioResult[], worlds: WorldsSummary): void {
  const say = args.json ? () => {} : console.log;
  for (const { name, findings } of results) {
    say(`\n## ${name}\n\n${scenarios.find((scenario) => scenario.name === name)?.claim}\n`);
    for (const table of findings.tables) say(renderTable(table));
    if (findings.violations > 0) say(`${findings.violations} broken invariants`);
  }
  if (worlds.worlds > 0) {
    const { virtualHours, deliveries, attempts, violations } = worlds;
    say("\n## random worlds\n");
    say(
      renderTable({
        title: "Every invariant watched in every world",
        columns: ["worlds", "virtual hours", "deliveries", "attempts", "violations"],
        rows: [[worlds.worlds, Math.round(virtualHours), deliveries, attempts, violations]],
      }),
    );
  }
  for (const { seed, violations, details } of worlds.broken.slice(0, 20)) {
    console.error(`world ${seed}: ${violations} violations, first: ${details[0]?.rule}: ${details[0]?.detail}`);
  }
  say(`\nplots: ${plotFolder}`);
}

function trace(seed: number): number {
  const result = runRandomWorld(seed, { onLine: (line) => console.log(line) });
  for (const { rule, at, detail } of result.details) console.error(`${at} ${rule}: ${detail}`);
  console.error(
    `${result.deliveries} deliveries, ${result.attempts} attempts, ${result.violations} violations, transcript ${result.digest}`,
  );
  return result.violations > 0 ? 1 : 0;
}

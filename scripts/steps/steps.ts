import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureBuilt } from "../bootstrap/build.mjs";
import { root } from "../runtime/settings.ts";
import { type Counts, faultCounts, playwrightCounts, settleCounts, vitestCounts } from "./counts.ts";
import { runCommand } from "./run-command.ts";

export interface Step {
  name: string;
  /** Steps without which this one makes no sense. */
  needs?: readonly string[];
  run(signal: AbortSignal): Promise<Counts>;
}

const reports = path.join(root, "test-results/reports");

/** Everything that `npm test` runs, in this order. */
export const steps: readonly Step[] = [
  { name: "lint", run: (signal) => asOne([["biome", "check", "."]], signal) },
  {
    name: "types",
    run: (signal) =>
      asOne(
        [
          ["turbo", "run", "typecheck", "--ui=stream", "--output-logs=errors-only", "--continue"],
          ["tsc", "--noEmit", "-p", "."],
        ],
        signal,
      ),
  },
  { name: "tests", run: (signal) => vitest("tests", [], signal) },
  { name: "build", run: build },
  { name: "system", needs: ["build"], run: (signal) => vitest("system", ["--config", "vitest.system.config.ts"], signal) },
  { name: "faults", needs: ["build"], run: faults },
  { name: "e2e", needs: ["build"], run: playwright },
];

/** Commands that say only yes or no count as one test together; all of them run. */
async function asOne(commands: string[][], signal: AbortSignal): Promise<Counts> {
  const codes: number[] = [];
  for (const command of commands) codes.push(await runCommand(command, { cwd: root, signal }));
  return yesOrNo(codes.every((code) => code === 0));
}

const yesOrNo = (yes: boolean): Counts => ({ passed: yes ? 1 : 0, failed: yes ? 0 : 1, skipped: 0 });

async function build(): Promise<Counts> {
  return yesOrNo((await ensureBuilt()) === 0);
}

async function vitest(name: string, args: string[], signal: AbortSignal): Promise<Counts> {
  const report = freshReport(name);
  const code = await runCommand(["vitest", "run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`], {
    cwd: root,
    signal,
  });
  return counted(report, code, vitestCounts);
}

async function playwright(signal: AbortSignal): Promise<Counts> {
  const report = freshReport("e2e");
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const code = await runCommand(["playwright", "test", "--reporter=list,json"], { cwd: path.join(root, "e2e"), env, signal });
  return counted(report, code, playwrightCounts);
}

/** The short profile of the fault runs. */
async function faults(signal: AbortSignal): Promise<Counts> {
  const report = freshReport("faults");
  const command = ["node", path.join(root, "scripts/faults.ts"), "--profile", "ci", "--output", report];
  return counted(report, await runCommand(command, { cwd: root, signal }), faultCounts);
}

/** The file a reporter will write; an old one of that name would be believed if the command crashed. */
function freshReport(name: string): string {
  const file = path.join(reports, `${name}.json`);
  mkdirSync(reports, { recursive: true });
  rmSync(file, { force: true });
  return file;
}

function counted<Report>(file: string, exitCode: number, countsOf: (report: Report) => Counts): Counts {
  try {
    return settleCounts(countsOf(JSON.parse(readFileSync(file, "utf8")) as Report), exitCode);
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }; // no report: the command did not get that far
  }
}

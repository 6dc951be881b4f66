// Runs in a thread of its own: takes a job, answers with its result.
import { parentPort } from "node:worker_threads";
import { runRandomWorld, scenarioSeed, scenarios } from "@hooklane/sim";
import { addSummaries, emptySummary, type Job, type JobResult } from "./job.ts";

parentPort?.on("message", (job: Job) => parentPort?.postMessage(run(job)));

function run(job: Job): JobResult {
  if (job.kind === "scenario") {
    const scenario = scenarios.find(({ name }) => name === job.name);
    if (!scenario) throw new Error(`no scenario ${job.name}`);
    return { kind: "scenario", name: job.name, findings: scenario.run(scenarioSeed) };
  }
  let summary = emptySummary();
  for (let seed = job.from; seed < job.from + job.count; seed++) {
    const result = runRandomWorld(seed);
    summary = addSummaries(summary, { ...result, worlds: 1, broken: result.violations > 0 ? [result] : [] });
  }
  return { kind: "worlds", summary };
}

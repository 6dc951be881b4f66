/** `npm run bench`: figures as ratios within one run, so that they mean the same on every machine. */
import { parseArgs } from "node:util";
import { againstBare, type Stage, stages } from "./against-bare.ts";
import { broadcast } from "./broadcast.ts";
import { claimGrowth } from "./claim-growth.ts";
import { isolation } from "./isolation.ts";
import { logFirstPage } from "./log-first-page.ts";
import { manyLanes } from "./many-lanes.ts";
import { memory } from "./memory.ts";
import { payloadCopies } from "./payload-copies.ts";
import { recovery } from "./recovery.ts";
import { totalFailure } from "./total-failure.ts";

const benchmarks: Record<string, (say: (line: string) => void) => Promise<Record<string, number>>> = {
  isolation,
  failure: totalFailure,
  recovery,
  claims: claimGrowth,
  copies: payloadCopies,
  broadcast,
  log: logFirstPage,
  memory,
  lanes: manyLanes,
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "boolean", default: false } } });
const known = [...stages, ...Object.keys(benchmarks)];
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(", ")}; there are: ${known.join(", ")}`);
  process.exit(2);
}
const isWanted = (name: string): boolean => positionals.length === 0 || positionals.includes(name);
const say = (line: string): void => console.error(`  ${line}`);
const result: Record<string, number> = {};
// These share what they start and their rounds
const wantedStages = new Set<Stage>(stages.filter(isWanted));
if (wantedStages.size > 0) {
  console.error(`${[...wantedStages].join(", ")} …`);
  Object.assign(result, await againstBare(wantedStages, say));
}
for (const [name, run] of Object.entries(benchmarks)) {
  if (!isWanted(name)) continue;
  console.error(`${name} …`);
  Object.assign(result, await run(say));
}
if (values.json) console.log(JSON.stringify(result));
else console.table(result);

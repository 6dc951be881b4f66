/** `npm run bench`: figures as ratios within one run, so that they mean the same on every machine. */
import { parseArgs } from "node:util";
import { isolation } from "./isolation.ts";

const benchmarks = { isolation };

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "boolean", default: false } } });
const unknown = positionals.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(", ")}; there are: ${Object.keys(benchmarks).join(", ")}`);
  process.exit(2);
}
const result: Record<string, number> = {};
for (const [name, run] of Object.entries(benchmarks)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.error(`${name} …`);
  Object.assign(result, await run((line) => console.error(`  ${line}`)));
}
if (values.json) console.log(JSON.stringify(result));
else console.table(result);

/** `npm run faults`: real processes, a real database, scripted receivers, and books that must balance after every fault. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { type Finding, faultTests, parseArguments, renderJson, renderTable, runFaults, usage } from "../e2e/faults/index.ts";
import { root } from "./runtime/settings.ts";
import { listenForStop } from "./runtime/stop-request.ts";

const parsed = parseArguments(
  process.argv.slice(2),
  faultTests.map(({ id }) => id),
);
if (!parsed.ok) {
  console.error(`${parsed.problem}\n${usage}`);
  process.exit(2);
}
const { profile, json, only, planted, output } = parsed.args;
const chosen = faultTests.filter(({ id, profiles }) => (only.length > 0 ? only.includes(id) : profiles.includes(profile)));
const { signal } = listenForStop();
const findings: Finding[] = [];
const say = (line: string) => console.error(line);
for await (const finding of runFaults(chosen, { profile, planted, say, signal, logFolder: path.join(root, "test-results/faults") })) {
  say(renderTable([finding]));
  findings.push(finding);
}
if (output !== undefined) writeFileSync(output, `${renderJson(findings)}\n`);
console.log(json ? renderJson(findings) : renderTable(findings));
process.exit(signal.aborted || findings.some(({ pass }) => !pass) ? 1 : 0);

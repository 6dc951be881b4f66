/** `npm run demo`: the whole product, sample receivers, a tenant, and vehicles that cross geofences. */
import { parseDemoOptions, usage } from "./demo/options.ts";
import { runDemo } from "./demo/run-demo.ts";
import { readSettings } from "./runtime/settings.ts";
import { listenForStop } from "./runtime/stop-request.ts";

process.title = "hooklane-demo";
const stop = listenForStop();
const parsed = parseDemoOptions(process.argv.slice(2));
const read = readSettings(process.env);
if (!parsed.ok) {
  console.error(`${parsed.problem}\n\n${usage}`);
  process.exit(2);
}
if (!read.ok) {
  for (const problem of read.problems) console.error(problem);
  process.exit(1);
}
process.exit(await runDemo(parsed.options, read.settings, stop));

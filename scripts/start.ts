import { readSettings } from "./runtime/settings.ts";
import { startProduct } from "./runtime/start-product.ts";
import { listenForStop } from "./runtime/stop-request.ts";

process.title = "hooklane";
const stop = listenForStop();

function fail(problems: string[]): never {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

const read = readSettings(process.env);
if (!read.ok) fail(read.problems);
const started = await startProduct(read.settings, { say: (line) => console.error(line), signal: stop.signal });
if (!started.ok && !stop.signal.aborted) fail(started.problems);
if (started.ok) {
  if (!stop.signal.aborted) console.log(`ready ${started.product.url}`);
  await stop.requested;
  await started.product.stop();
}
process.exit(0);

/** `npm test [-- <step> …]`: every check of the repository, or only the named steps. The last line is `N passed, N failed`. */
import { listenForStop } from "./runtime/stop-request.ts";
import { steps } from "./steps/steps.ts";

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length) {
  console.error(`Unknown step ${unknown.join(", ")}. Steps: ${steps.map((step) => step.name).join(", ")}`);
  process.exit(2);
}

const stop = listenForStop();
const total = { passed: 0, failed: 0 };
const broken = new Set<string>();
for (const step of steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  if (stop.signal.aborted) break;
  const missing = step.needs?.filter((name) => broken.has(name)) ?? [];
  console.log(`\n── ${step.name}`);
  const startedAt = performance.now();
  const counts = missing.length ? { passed: 0, failed: 1, skipped: 0 } : await step.run(stop.signal);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const why = missing.length ? `not run, because ${missing.join(", ")} failed` : `${seconds} s`;
  console.log(`${step.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${why})`);
  if (counts.failed) broken.add(step.name);
  total.passed += counts.passed;
  total.failed += counts.failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 || stop.signal.aborted ? 1 : 0);

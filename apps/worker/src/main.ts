import { pino } from "pino";
import { createContainer } from "./container.ts";
import { readEnv } from "./env.ts";
import { startWorker } from "./lifecycle/worker.ts";

process.title = "hooklane-worker";

const read = readEnv(process.env);
if (!read.ok) {
  for (const problem of read.problems) process.stderr.write(`${problem}\n`);
  process.exit(1);
}
const log = pino({ name: "hooklane-worker", level: read.env.logLevel, base: { worker: read.env.workerId } });

// Restarting is the supervisor's: a worker that does not know its own state must not go on. What it held returns when its leases end.
for (const event of ["uncaughtException", "unhandledRejection"] as const)
  process.on(event, (error) => {
    log.fatal({ err: error }, event);
    process.exit(1);
  });

const container = createContainer(read.env, log);
const { ops } = container;
if (read.env.ops) process.send?.({ opsUrl: await ops.listen(read.env.ops) });
const starting = startWorker(container);
let stopping = false;
async function stop(why: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ why }, "draining");
  ops.drain();
  await (await starting).drain();
  await ops.stop();
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
process.on("disconnect", () => void stop("parent gone"));

await starting;
ops.serve();
process.send?.({ ready: true });

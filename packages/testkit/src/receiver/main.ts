/**
 * Receivers in a process of their own, so that what they saw survives whatever happens to the system under test.
 *
 * Options: `--ledger FILE` (required), `--healthy N` (default 3) healthy samples beside the sick ones, or `--behaviours JSON` (behaviours by
 * endpoint name) in place of the samples; `--synced` (arrivals are on disk before they are answered); `--ports JSON` (wanted ports by endpoint name; a taken one is replaced by a free one), `--host HOST`.
 *
 * Prints one JSON line `{"ports":{…}}` when all of them listen. Then each line on stdin is a command and is answered by one line.
 * Ends on SIGTERM and SIGINT, when stdin ends, and when the parent's IPC channel, if there is one, closes: never outlives its parent.
 */
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { type BehaviourSpec, behaviourOf } from "./behaviour-spec.ts";
import { obey } from "./receiver-command.ts";
import { sampleReceivers } from "./sample-receivers.ts";
import { startReceiver } from "./start-receiver.ts";

const { values } = parseArgs({
  options: {
    ledger: { type: "string" },
    healthy: { type: "string", default: "3" },
    behaviours: { type: "string" },
    synced: { type: "boolean", default: false },
    ports: { type: "string", default: "{}" },
    host: { type: "string", default: "127.0.0.1" },
  },
});
if (values.ledger === undefined) {
  process.stderr.write("--ledger FILE is missing\n");
  process.exit(2);
}

const specs = values.behaviours
  ? (JSON.parse(values.behaviours) as Record<string, BehaviourSpec>)
  : sampleReceivers(Number(values.healthy));
const receiver = await startReceiver({
  behaviours: Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, behaviourOf(spec)])),
  ledgerFile: values.ledger,
  syncedLedger: values.synced,
  ports: JSON.parse(values.ports) as Record<string, number>,
  orAnyPort: true,
  host: values.host,
  keepRequests: 0,
});

// Every ledger line is written by now, so there is nothing to wait for.
const end = () => process.exit(0);
process.once("SIGTERM", end);
process.once("SIGINT", end);
process.once("disconnect", end);
// A reader that has gone away is a parent that has gone away.
process.stdout.on("error", end);

process.stdout.write(`${JSON.stringify({ ports: receiver.ports })}\n`);
createInterface({ input: process.stdin })
  .on("line", (line) => process.stdout.write(`${JSON.stringify(obey(receiver, line))}\n`))
  .once("close", end);

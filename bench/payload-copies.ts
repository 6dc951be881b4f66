import { flood } from "./load/start-flood.ts";
import { startSink } from "./load/start-sink.ts";
import { startBenchProduct } from "./product.ts";
import { round2 } from "./statistics.ts";

const FAN_OUT = 40;
const EVENTS = 200;
const TYPE = "bench.fan";

/** How often an event's body is read from the ledger and held by the worker, when 40 subscriptions get it: the worker's own count ÷ events. */
export async function payloadCopies(say: (line: string) => void): Promise<Record<string, number>> {
  const sink = await startSink(FAN_OUT);
  const product = await startBenchProduct({ endpoints: sink.ports.map((port) => ({ type: TYPE, url: `http://127.0.0.1:${port}/` })), say });
  try {
    const loads = async (): Promise<number> => (await product.workerMetrics()).sum("hooklane_payload_loads_total");
    const before = await loads();
    await flood(product, { connections: 4, types: [TYPE], count: EVENTS, ratePerSecond: 20 });
    await product.drained();
    const { received } = await sink.report();
    if (received < EVENTS * FAN_OUT) throw new Error(`${received} of ${EVENTS * FAN_OUT} copies were received`);
    const loaded = (await loads()) - before;
    say(`${EVENTS} events to ${FAN_OUT} endpoints each: ${loaded} bodies read`);
    return { payload_copies: round2(loaded / EVENTS) };
  } finally {
    await product.stop();
    await sink.stop();
  }
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sfc32 } from "@hooklane/core";
import { createProducer, geofenceEvents, readReceiverLedger, startReceiverProcess } from "@hooklane/testkit";
import { startBenchProduct } from "./product.ts";
import { round2 } from "./statistics.ts";

const RATE_PER_S = 20;
const SECONDS = 75;
/** The burst of the retry budget and the attempts until the circuit opens are over by then. */
const BURST_SECONDS = 30;

/**
 * Attempts ÷ events for an endpoint that answers nothing but 500, once the burst of its retry budget is spent. Policies as they are by default.
 * Below 1, since a circuit that is open holds first attempts back, too.
 */
export async function totalFailure(say: (line: string) => void): Promise<Record<string, number>> {
  const folder = mkdtempSync(path.join(tmpdir(), "hooklane-bench-"));
  const ledgerFile = path.join(folder, "receivers.ndjson");
  const receivers = await startReceiverProcess({ ledgerFile, behaviours: { broken: { kind: "status", status: 500 } } });
  const product = await startBenchProduct({ endpoints: [{ type: "geofence.*", url: `http://127.0.0.1:${receivers.ports.broken}/` }], say });
  try {
    const producer = await createProducer({
      baseUrl: product.product.baseUrl,
      apiKey: product.apiKey,
      ledgerFile: path.join(folder, "producer"),
    });
    const events = geofenceEvents(sfc32(5));
    const burstEndsMs = Date.now() + BURST_SECONDS * 1_000;
    await producer.run({ ratePerSecond: RATE_PER_S, seconds: SECONDS, makeEvent: () => ({ ...events.next().value, targets: [] }) });
    const endedMs = Date.now();
    await sleep(1_000);
    const isCounted = (ms: number): boolean => ms >= burstEndsMs && ms < endedMs;
    const posted = producer.records().filter(({ atMs }) => isCounted(atMs)).length;
    const attempts = readReceiverLedger(ledgerFile).filter(({ arrivedAtMs }) => isCounted(arrivedAtMs)).length;
    await producer.close();
    say(`${posted} events and ${attempts} attempts after the burst`);
    return { amplification: round2(attempts / posted) };
  } finally {
    await product.stop();
    await receivers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startReceiverProcess } from "@hooklane/testkit";
import { startBenchProduct } from "./product.ts";

const LANES = 50_000;
const HOSTS = 500;
const TYPE = "bench.everyone";
const ROUNDS = 2;
const SAMPLE_MS = 250;

/**
 * Memory of a worker process that sends for 50,000 active subscriptions over 500 hosts, every one of which gets some events: the most while it sends, in MB, and
 * the part of it that each 10,000 subscriptions added.
 */
export async function manyLanes(say: (line: string) => void): Promise<Record<string, number>> {
  const folder = mkdtempSync(path.join(tmpdir(), "hooklane-bench-"));
  const ledgerFile = path.join(folder, "receivers.ndjson");
  const receivers = await startReceiverProcess({ ledgerFile, behaviours: { all: { kind: "healthy" } }, host: "0.0.0.0" });
  const urlOf = (n: number): string => `http://127.1.${(n % HOSTS) >> 8}.${(n % HOSTS) & 255}:${receivers.ports.all}/`;
  const product = await startBenchProduct({ endpoints: [], egressAllow: "127.0.0.0/8", say });
  try {
    const residentMb = async (): Promise<number> => (await product.workerMetrics()).sum("hooklane_process_resident_bytes") / 2 ** 20;
    const idleMb = await residentMb();
    await product.subscribe(Array.from({ length: LANES }, (_, n) => ({ type: TYPE, url: urlOf(n) })));
    say(`${LANES} subscriptions are there`);
    let isOver = false;
    let peakMb = 0;
    const watching = (async () => {
      for (; !isOver; await sleep(SAMPLE_MS)) peakMb = Math.max(peakMb, await residentMb());
    })();
    for (let round = 1; round <= ROUNDS; round++) {
      const { event_id } = await product.call<{ event_id: string }>("POST", "/v1/events", { type: TYPE, payload: { round } });
      while (!(await isFannedOut(product.call, event_id))) await sleep(SAMPLE_MS);
      await product.drained();
      say(`round ${round}: every subscription has its event, ${Math.round(peakMb)} MB`);
    }
    isOver = true;
    await watching;
    return { rss_50k_mb: Math.round(peakMb), rss_mb_per_10k: Math.round((10 * (peakMb - idleMb) * 10_000) / LANES) / 10 };
  } finally {
    await product.stop();
    await receivers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the deliveries of an event with many subscriptions, which a job makes, are all there. */
async function isFannedOut(call: <T>(method: string, route: string) => Promise<T>, eventId: string): Promise<boolean> {
  const { fan_out } = await call<{ fan_out: { state: string; total: number } }>("GET", `/v1/events/${eventId}`);
  return fan_out.state === "done" && fan_out.total >= LANES;
}

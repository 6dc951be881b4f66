import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sfc32 } from "@hooklane/core";
import { createProducer, geofenceEvents, readReceiverLedger, startReceiverProcess, waitFor } from "@hooklane/testkit";
import { startBenchProduct } from "./product.ts";
import { round2 } from "./statistics.ts";

const RATE_PER_S = 40;
/** Longer than the minute that counts as proven. */
const WELL_SECONDS = 75;
/** Longer than the circuit needs to open; what comes meanwhile presses on the ramp. */
const DOWN_SECONDS = 20;
const RAMP_MS = 60_000;
const SAMPLE_MS = 250;
/** What is sent and what is allowed are compared over spans of this length. */
const SPAN_MS = 5_000;
const policy = { breaker: { open_ms: 5_000, max_open_ms: 5_000 }, ramp: { window_ms: RAMP_MS } };

/** What the worker says of the recovery at one moment. */
interface Sample {
  readonly atMs: number;
  /** 0 to 1. */
  readonly share: number;
}

/**
 * Requests that a recovering endpoint with a backlog gets ÷ what its ramp allows: the share that the worker tells at the moment × the endpoint's best minute,
 * over spans of 5 s; the worst of them. Above 1 by the ramp's burst of a quarter of a second at most.
 */
export async function recovery(say: (line: string) => void): Promise<Record<string, number>> {
  const folder = mkdtempSync(path.join(tmpdir(), "hooklane-bench-"));
  const ledgerFile = path.join(folder, "receivers.ndjson");
  const receivers = await startReceiverProcess({ ledgerFile, behaviours: { lane: { kind: "healthy" } } });
  const endpoints = [{ type: "geofence.*", url: `http://127.0.0.1:${receivers.ports.lane}/` }];
  const product = await startBenchProduct({ endpoints, policy, say });
  try {
    const { baseUrl } = product.product;
    const producer = await createProducer({ baseUrl, apiKey: product.apiKey, ledgerFile: path.join(folder, "producer") });
    const events = geofenceEvents(sfc32(7));
    const stopping = new AbortController();
    const load = producer.run({
      ratePerSecond: RATE_PER_S,
      until: stopping.signal,
      makeEvent: () => ({ ...events.next().value, targets: [] }),
    });
    const lane = async (metric: string) => (await product.workerMetrics()).sum(`hooklane_lane_${metric}`);
    await sleep(WELL_SECONDS * 1_000);
    await receivers.set("lane", { kind: "status", status: 503 });
    await sleep(DOWN_SECONDS * 1_000);
    const downUntilMs = Date.now();
    await receivers.set("lane", { kind: "healthy" });
    await waitFor(async () => (await lane("ramp_ratio")) < 1, { what: "the recovery to begin", timeoutMs: 60_000, intervalMs: 50 });
    const samples: Sample[] = [];
    for (let share = 0; share < 1; await sleep(SAMPLE_MS)) {
      const atMs = Date.now();
      share = await lane("ramp_ratio");
      samples.push({ atMs, share });
    }
    stopping.abort();
    await load;
    await producer.close();
    const arrivals = readReceiverLedger(ledgerFile).map(({ arrivedAtMs }) => arrivedAtMs);
    const bestPerS =
      mostWithin(
        60_000,
        arrivals.filter((atMs) => atMs < downUntilMs - DOWN_SECONDS * 1_000),
      ) / 60;
    const ratios = spans(samples).map((span) => sentIn(span, arrivals) / (bestPerS * allowedShareS(span)));
    say(`${ratios.length} spans of ${SPAN_MS / 1_000} s, best minute ${round2(bestPerS)}/s: ${ratios.map(round2).join(" ")}`);
    return { ramp_overshoot: round2(Math.max(...ratios)) };
  } finally {
    await product.stop();
    await receivers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The most that any span of this length holds. @param times ascending */
function mostWithin(spanMs: number, times: readonly number[]): number {
  let first = 0;
  let most = 0;
  for (const [i, time] of times.entries()) {
    while ((times[first] as number) <= time - spanMs) first++;
    most = Math.max(most, i - first + 1);
  }
  return most;
}

/** Whole spans, each with the samples from its begin to its end; neighbours share the one between them. */
function spans(samples: readonly Sample[]): Sample[][] {
  const whole: Sample[][] = [];
  let current: Sample[] = [];
  for (const sample of samples) {
    current.push(sample);
    if (sample.atMs - (current[0] as Sample).atMs < SPAN_MS) continue;
    whole.push(current);
    current = [sample];
  }
  return whole;
}

function sentIn(span: readonly Sample[], arrivals: readonly number[]): number {
  const [fromMs, toMs] = [(span[0] as Sample).atMs, (span.at(-1) as Sample).atMs];
  return arrivals.filter((atMs) => atMs >= fromMs && atMs < toMs).length;
}

/** The share summed up over the span's seconds; between two samples the later one's holds. */
function allowedShareS(span: readonly Sample[]): number {
  return span.slice(1).reduce((sum, { atMs, share }, i) => sum + (share * (atMs - (span[i] as Sample).atMs)) / 1_000, 0);
}

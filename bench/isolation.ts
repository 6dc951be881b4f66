import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sfc32 } from "@hooklane/core";
import {
  type BehaviourSpec,
  createProducer,
  geofenceEvents,
  type ProducerRecord,
  readReceiverLedger,
  startReceiverProcess,
} from "@hooklane/testkit";
import { startBenchProduct } from "./product.ts";
import { median, quantile, round2 } from "./statistics.ts";

const ROUNDS = 3;
/** 600 events to three endpoints each: 18 delays lie above the 99th percentile. */
const SECONDS = 20;
const RATE_PER_S = 30;
/** How long a request to the black hole lasts: short, so that the rounds without it begin with none in flight. */
const TOTAL_MS = 5_000;
const policy = { deadline: { connect_ms: 1_000, total_ms: TOTAL_MS } };
const healthy = ["a", "b", "c"];
const sick: Record<string, BehaviourSpec> = {
  hole: { kind: "black_hole" },
  slow: { kind: "slow", delayMs: 3_000 },
  broken: { kind: "status", status: 500 },
};

/**
 * How much sick neighbours of the same tenant slow healthy endpoints: the 99th percentile of the time from posting an event to its arrival, with a black
 * hole, a slow endpoint and one that answers 500 beside them ÷ without, in turns within one run; medians over the rounds.
 */
export async function isolation(say: (line: string) => void): Promise<Record<string, number>> {
  const folder = mkdtempSync(path.join(tmpdir(), "hooklane-bench-"));
  const ledgerFile = path.join(folder, "receivers.ndjson");
  const behaviours = { ...Object.fromEntries(healthy.map((name) => [name, { kind: "healthy" as const }])), ...sick };
  const receivers = await startReceiverProcess({ ledgerFile, behaviours });
  const names = [...healthy, ...Object.keys(sick)];
  const endpoints = names.map((name) => ({ type: "geofence.*", url: `http://127.0.0.1:${receivers.ports[name]}/` }));
  const product = await startBenchProduct({ endpoints, policy, say });
  const neighbours = product.subscriptionIds.slice(healthy.length);
  try {
    const events = geofenceEvents(sfc32(3));
    let phases = 0;
    const p99 = async (besideSick: boolean): Promise<number> => {
      for (const id of neighbours) await product.call("POST", `/v1/subscriptions/${id}/${besideSick ? "resume" : "pause"}`);
      await sleep(TOTAL_MS + 1_000);
      const producer = await createProducer({
        baseUrl: product.product.baseUrl,
        apiKey: product.apiKey,
        ledgerFile: path.join(folder, `producer-${phases++}`),
      });
      await producer.run({ ratePerSecond: RATE_PER_S, seconds: SECONDS, makeEvent: () => ({ ...events.next().value, targets: [] }) });
      await sleep(1_000);
      const delays = delaysOf(producer.records(), ledgerFile);
      await producer.close();
      return quantile(delays, 0.99);
    };
    await p99(true); // warms both paths up; not counted
    const rounds: { without: number; beside: number }[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      const round = { without: await p99(false), beside: await p99(true) };
      say(`round ${i + 1}: p99 ${round.without} ms without, ${round.beside} ms beside sick neighbours`);
      rounds.push(round);
    }
    const ratio = round2(median(rounds.map(({ without, beside }) => beside / Math.max(without, 1))));
    return {
      victim_p99_ms_without: median(rounds.map((round) => round.without)),
      victim_p99_ms_beside: median(rounds.map((round) => round.beside)),
      victim_p99_ratio: ratio,
    };
  } finally {
    await product.stop();
    await receivers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From posting to arrival at each healthy receiver, ms. Throws when a copy is missing: a lost delivery has no delay. */
function delaysOf(records: readonly ProducerRecord[], ledgerFile: string): number[] {
  const postedAt = new Map(
    records.flatMap((record) => (record.outcome?.kind === "accepted" ? [[record.outcome.eventId, record.atMs] as const] : [])),
  );
  const delays = readReceiverLedger(ledgerFile).flatMap(({ endpoint, webhookId, arrivedAtMs }) => {
    const posted = postedAt.get(webhookId ?? "");
    return posted === undefined || !healthy.includes(endpoint) ? [] : [arrivedAtMs - posted];
  });
  if (delays.length < postedAt.size * healthy.length)
    throw new Error(`${postedAt.size * healthy.length - delays.length} copies did not arrive in time`);
  return delays;
}

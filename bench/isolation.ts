import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sfc32 } from "@hooklane/core";
import {
  createProducer,
  geofenceEvents,
  type ProducerRecord,
  readReceiverLedger,
  startProductUnderTest,
  startReceiverProcess,
} from "@hooklane/testkit";

const ROUNDS = 3;
const SECONDS = 12;
const RATE_PER_S = 30;
/** How long a request to the black hole lasts: short, so that the rounds without it begin with none in flight. */
const TOTAL_MS = 5_000;
const healthy = ["a", "b", "c"];

/**
 * How much a black hole beside healthy endpoints of the same tenant slows their deliveries: the 99th percentile of the time from posting an event to
 * its arrival, with the black hole ÷ without it, in turns within one run; medians over the rounds.
 */
export async function isolation(say: (line: string) => void): Promise<Record<string, number>> {
  const folder = mkdtempSync(path.join(tmpdir(), "hooklane-bench-"));
  const ledgerFile = path.join(folder, "receivers.ndjson");
  const behaviours = {
    ...Object.fromEntries(healthy.map((name) => [name, { kind: "healthy" as const }])),
    hole: { kind: "black_hole" as const },
  };
  const receivers = await startReceiverProcess({ ledgerFile, behaviours });
  const product = await startProductUnderTest({
    HOOKLANE_POLICY: JSON.stringify({ deadline: { connect_ms: 1_000, total_ms: TOTAL_MS } }),
    HOOKLANE_ALLOW_HTTP: "1",
    HOOKLANE_EGRESS_ALLOW: Object.values(receivers.ports)
      .map((port) => `127.0.0.1:${port}`)
      .join(","),
  });
  try {
    const { api_key: apiKey } = await product.createTenant("Bench");
    const call = async (method: string, route: string, body?: unknown): Promise<{ id: string }> => {
      const response = await fetch(`${product.baseUrl}${route}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
      return response.json() as Promise<{ id: string }>;
    };
    const subscribe = (name: string) =>
      call("POST", "/v1/subscriptions", { url: `http://127.0.0.1:${receivers.ports[name]}/`, event_types: ["geofence.*"] });
    for (const name of healthy) await subscribe(name);
    const hole = await subscribe("hole");
    const events = geofenceEvents(sfc32(3));

    let phases = 0;
    const p99 = async (withHole: boolean): Promise<number> => {
      await call("POST", `/v1/subscriptions/${hole.id}/${withHole ? "resume" : "pause"}`);
      await sleep(TOTAL_MS + 1_000);
      const producer = await createProducer({ baseUrl: product.baseUrl, apiKey, ledgerFile: path.join(folder, `producer-${phases++}`) });
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
      say(`round ${i + 1}: p99 ${round.without} ms without, ${round.beside} ms beside a black hole`);
      rounds.push(round);
    }
    const without = median(rounds.map((round) => round.without));
    const beside = median(rounds.map((round) => round.beside));
    return { victim_p99_ms_without: without, victim_p99_ms_beside: beside, victim_p99_ratio: round2(beside / without) };
  } finally {
    await product.dispose();
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

const quantile = (values: readonly number[], q: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] as number;
};
const median = (values: readonly number[]): number => quantile(values, 0.5);
const round2 = (value: number): number => Math.round(value * 100) / 100;

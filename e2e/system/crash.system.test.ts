import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sfc32 } from "@hooklane/core";
import {
  balance,
  collectPlatform,
  createProducer,
  geofenceEvents,
  type ProductUnderTest,
  readReceiverLedger,
  startProductUnderTest,
  startReceiverProcess,
  waitFor,
} from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { quickPolicy } from "./support/quick-policy.ts";

const behaviours = {
  healthy: { kind: "healthy" },
  slow: { kind: "slow", delayMs: 300 },
  flaky: { kind: "flaky", failureRate: 0.3, seed: 7 },
} as const;

let receivers: Awaited<ReturnType<typeof startReceiverProcess>>;
let product: ProductUnderTest;
let ledgerFile: string;

beforeAll(async () => {
  ledgerFile = path.join(mkdtempSync(path.join(tmpdir(), "hooklane-ledger-")), "receivers.ndjson");
  receivers = await startReceiverProcess({ ledgerFile, behaviours });
  product = await startProductUnderTest({
    HOOKLANE_POLICY: JSON.stringify(quickPolicy),
    HOOKLANE_ALLOW_HTTP: "1",
    HOOKLANE_EGRESS_ALLOW: Object.values(receivers.ports)
      .map((port) => `127.0.0.1:${port}`)
      .join(","),
  });
});
afterAll(async () => {
  await product?.dispose();
  await receivers?.stop();
});

interface Subscribed {
  id: string;
  secret: string;
}

async function subscribe(apiKey: string, endpoint: string): Promise<Subscribed> {
  const response = await fetch(`${product.baseUrl}/v1/subscriptions`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ url: `http://127.0.0.1:${receivers.ports[endpoint]}/hook`, event_types: ["geofence.*"] }),
  });
  expect(response.status).toBe(201);
  return response.json() as Promise<Subscribed>;
}

test("kill -9 of the worker, of Postgres and of the web process under load loses nothing, and every copy is genuine", async () => {
  const { api_key: apiKey } = await product.createTenant("Crash");
  const subscriptions = new Map<string, { endpoint: string }>();
  for (const endpoint of Object.keys(behaviours)) {
    const { id, secret } = await subscribe(apiKey, endpoint);
    await receivers.setSecret(endpoint, secret);
    subscriptions.set(id, { endpoint });
  }
  const targets = [...subscriptions.keys()];
  const events = geofenceEvents(sfc32(11));
  const producer = await createProducer({ baseUrl: product.baseUrl, apiKey, ledgerFile: `${ledgerFile}.producer`, timeoutMs: 5_000 });
  const load = producer.run({ ratePerSecond: 60, seconds: 40, resolveSeconds: 60, makeEvent: () => ({ ...events.next().value, targets }) });

  const crashes = ["worker", "postgres", "worker", "web", "postgres", "worker"] as const;
  for (const kind of crashes) {
    await sleep(4_000);
    await product.crash(kind);
  }
  const { accepted, unknown } = await load;
  const faultsEndedAtMs = Date.now();
  expect(unknown).toBe(0);
  expect(accepted).toBeGreaterThan(1_000);

  const query = { baseUrl: product.baseUrl, apiKey, subscriptionIds: targets };
  await waitFor(async () => (await collectPlatform(query)).deliveries.every(({ state }) => state === "delivered" || state === "dead"), {
    what: "the queue to drain",
    timeoutMs: 120_000,
    intervalMs: 1_000,
  });
  const { deliveries } = await collectPlatform(query);
  const books = balance(
    { producer: producer.records(), receiver: readReceiverLedger(ledgerFile), platform: { deliveries, targets: subscriptions } },
    { faultsEndedAtMs },
  );
  await producer.close();
  console.log(
    JSON.stringify({
      crashes: crashes.length,
      accepted: books.accepted,
      deliveries: books.deliveries,
      delivered: books.delivered,
      lost: books.lost,
      duplicates: books.duplicates,
      delay: books.delay,
      longestStallMs: books.longestStallMs,
      recoveryMs: books.recoveryMs,
      violations: books.violations,
    }),
  );
  expect(books.lost).toBe(0);
  expect(books.delivered).toBe(books.accepted * targets.length);
  expect(books.violations).toEqual({});
});

test("an outage of Postgres longer than a lease costs its results, which are delivered again, and nothing after it", async () => {
  const { api_key: apiKey } = await product.createTenant("Outage");
  const { id, secret } = await subscribe(apiKey, "slow");
  await receivers.setSecret("slow", secret);
  const post = async (n: number) => {
    const response = await fetch(`${product.baseUrl}/v1/events`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: `{"type":"geofence.enter","payload":${n},"idempotency_key":"outage-${n}"}`,
    });
    return response.status;
  };
  for (let n = 0; n < 10; n++) expect(await post(n)).toBe(202);
  // The supervisor is held, so that nothing starts the database again before the leases of what is in flight are over
  product.process.kill("SIGSTOP");
  for (const pid of product.pids("postgres")) process.kill(pid, "SIGQUIT");
  await sleep(quickPolicy.lease_ms + 3_000);
  product.process.kill("SIGCONT");
  await waitFor(async () => (await post(10)) === 202, { what: "events to be accepted again", timeoutMs: 60_000, intervalMs: 200 });
  for (let n = 11; n < 20; n++) expect(await post(n)).toBe(202);
  await waitFor(
    async () => {
      const { deliveries } = await collectPlatform({ baseUrl: product.baseUrl, apiKey, subscriptionIds: [id] });
      return deliveries.length === 20 && deliveries.every(({ state }) => state === "delivered");
    },
    { what: "all to be delivered", timeoutMs: 60_000, intervalMs: 500 },
  );
});

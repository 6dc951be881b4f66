import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { JobView } from "@hooklane/contracts";
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

const refusing = { kind: "status", status: 404 } as const;

let receivers: Awaited<ReturnType<typeof startReceiverProcess>>;
let product: ProductUnderTest;
let ledgerFile: string;
let apiKey: string;

beforeAll(async () => {
  ledgerFile = path.join(mkdtempSync(path.join(tmpdir(), "hooklane-replay-")), "receivers.ndjson");
  receivers = await startReceiverProcess({ ledgerFile, behaviours: { recovers: refusing, cancelled: refusing } });
  product = await startProductUnderTest({
    HOOKLANE_POLICY: JSON.stringify(quickPolicy),
    HOOKLANE_ALLOW_HTTP: "1",
    HOOKLANE_EGRESS_ALLOW: Object.values(receivers.ports)
      .map((port) => `127.0.0.1:${port}`)
      .join(","),
  });
  ({ api_key: apiKey } = await product.createTenant("Replay"));
});
afterAll(async () => {
  await product?.dispose();
  await receivers?.stop();
});

async function call<T>(method: string, at: string, body?: unknown): Promise<{ status: number; json: T }> {
  const response = await fetch(`${product.baseUrl}${at}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as T };
}

async function subscribe(endpoint: string): Promise<string> {
  const { json } = await call<{ id: string; secret: string }>("POST", "/v1/subscriptions", {
    url: `http://127.0.0.1:${receivers.ports[endpoint]}/hook`,
    event_types: [`geofence.${endpoint}`],
  });
  await receivers.setSecret(endpoint, json.secret);
  return json.id;
}

/** Events of one endpoint's own type, all of which it refuses for good. */
async function refusedEvents(endpoint: string, target: string, seconds: number) {
  const events = geofenceEvents(sfc32(23));
  const producer = await createProducer({ baseUrl: product.baseUrl, apiKey, ledgerFile: `${ledgerFile}.${endpoint}`, timeoutMs: 5_000 });
  const produce = (ratePerSecond: number, forSeconds: number) =>
    producer.run({
      ratePerSecond,
      seconds: forSeconds,
      resolveSeconds: 30,
      makeEvent: () => ({ ...events.next().value, type: `geofence.${endpoint}`, targets: [target] }),
    });
  const { accepted } = await produce(100, seconds);
  const rows = async () => (await collectPlatform({ baseUrl: product.baseUrl, apiKey, subscriptionIds: [target] })).deliveries;
  await waitFor(async () => (await rows()).filter(({ state }) => state === "dead").length === accepted, {
    what: "all to be dead",
    timeoutMs: 60_000,
    intervalMs: 500,
  });
  return { producer, produce, rows, accepted };
}

const range = { since: new Date(Date.now() - 3_600_000).toISOString(), until: new Date(Date.now() + 3_600_000).toISOString() };
const jobOf = async (id: string): Promise<JobView> => (await call<JobView>("GET", `/v1/jobs/${id}`)).json;

/** Progress of a job until it is over; its counts add up whenever they are read, and never go back. */
async function watch(id: string): Promise<JobView> {
  let before: JobView | undefined;
  await waitFor(
    async () => {
      const job = await jobOf(id);
      expect(job.delivered + job.dead + job.pending + job.cancelled).toBe(job.selected);
      if (before) expect(job.delivered).toBeGreaterThanOrEqual(before.delivered);
      before = job;
      return job.state === "completed";
    },
    { what: "the job to be completed", timeoutMs: 180_000, intervalMs: 500 },
  );
  return jobOf(id);
}

test("FT18: a bulk replay goes through a kill -9 of the worker, beside an overlapping one and live traffic, and the books balance", async () => {
  const target = await subscribe("recovers");
  const { producer, produce, rows, accepted } = await refusedEvents("recovers", target, 5);
  await receivers.set("recovers", { kind: "healthy" });
  const at = `/v1/subscriptions/${target}/replay`;
  expect((await call("POST", at, { ...range, dry_run: true })).json).toMatchObject({ selected: accepted, exact: true });
  const { json: first } = await call<{ job_id: string }>("POST", at, range);
  const live = produce(5, 20);
  await waitFor(async () => (await jobOf(first.job_id)).delivered > accepted / 10, { what: "some to be delivered", timeoutMs: 60_000 });
  const { json: second } = await call<{ job_id: string }>("POST", at, { ...range, since: new Date(Date.now() - 1_800_000).toISOString() });
  await product.crash("worker");
  const [one, two] = await Promise.all([watch(first.job_id), watch(second.job_id)]);
  expect(one.selected + two.selected).toBe(accepted);
  expect(one.delivered + two.delivered).toBe(accepted);
  const { accepted: alive } = await live;
  await waitFor(async () => (await rows()).every(({ state }) => state === "delivered" || state === "dead"), {
    what: "live events to be delivered",
    timeoutMs: 60_000,
    intervalMs: 500,
  });
  // What was delivered is sent again when asked for, once for any number of clicks
  const [newest] = await rows();
  const clicks = await Promise.all([1, 2].map(() => call<{ delivery_id: string }>("POST", `/v1/deliveries/${newest?.id}/replay`)));
  expect(clicks.map(({ status }) => status)).toEqual([202, 202]);
  await waitFor(async () => (await rows()).every(({ state }) => state === "delivered" || state === "dead"), {
    what: "the replay",
    timeoutMs: 30_000,
  });

  const platform = await collectPlatform({ baseUrl: product.baseUrl, apiKey, subscriptionIds: [target], withHealth: true });
  const books = balance({
    producer: producer.records(),
    receiver: readReceiverLedger(ledgerFile),
    platform: { ...platform, targets: new Map([[target, { endpoint: "recovers" }]]) },
  });
  await producer.close();
  console.log(
    JSON.stringify({
      one,
      two,
      accepted: books.accepted,
      delivered: books.delivered,
      lost: books.lost,
      duplicates: books.duplicates,
      violations: books.violations,
    }),
  );
  expect(books).toMatchObject({ accepted: accepted + alive, delivered: accepted + alive, dead: 0, lost: 0, violations: {} });
});

test("FT18: a cancelled job stops soon, and says of each selected delivery what became of it", async () => {
  const target = await subscribe("cancelled");
  const { producer, rows, accepted } = await refusedEvents("cancelled", target, 5);
  await receivers.set("cancelled", { kind: "slow", delayMs: 200 });
  const { json } = await call<{ job_id: string }>("POST", `/v1/subscriptions/${target}/replay`, range);
  await waitFor(async () => (await jobOf(json.job_id)).delivered > 0, { what: "some to be delivered", timeoutMs: 60_000 });
  expect((await call<JobView>("POST", `/v1/jobs/${json.job_id}/cancel`)).json.state).toBe("cancelled");
  await waitFor(async () => (await jobOf(json.job_id)).pending === 0, { what: "nothing to be pending", timeoutMs: 30_000 });
  const job = await jobOf(json.job_id);
  expect(job).toMatchObject({ state: "cancelled", selected: accepted });
  expect(job.cancelled).toBeGreaterThan(0);
  const all = await rows();
  expect(all.filter(({ state }) => state === "delivered")).toHaveLength(job.delivered);
  expect(all.filter(({ state }) => state === "pending" || state === "inflight")).toEqual([]);
  const { json: health } = await call<{ backlog: number; dead_count: number }>("GET", `/v1/subscriptions/${target}/health`);
  expect(health).toMatchObject({ backlog: 0, dead_count: accepted - job.delivered });
  await producer.close();
});

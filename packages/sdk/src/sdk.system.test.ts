import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type ProductUnderTest,
  type ReceivedRequest,
  type Receiver,
  startProductUnderTest,
  startReceiver,
  waitFor,
} from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildPackage } from "../build.ts";
import { isInstalled } from "../snippets/languages.ts";
import {
  type AcceptedItem,
  type DeliveryState,
  Hooklane,
  HooklaneError,
  isAccepted,
  memoryStore,
  once,
  type SubscriptionWithSecret,
  VerificationError,
  verify,
} from "./index.ts";
import { startCuttingProxy } from "./test-support/cutting-proxy.ts";
import { findNode, startCli } from "./test-support/run-cli.ts";

const OLDEST_NODE = 20;
const endpoints = ["captured", "rotated", "flaky", "cli", "replayed", "snippets"] as const;

let receiver: Receiver;
let product: ProductUnderTest;
let apiKey: string;
let hooklane: Hooklane;

beforeAll(async () => {
  receiver = await startReceiver({ behaviours: Object.fromEntries(endpoints.map((name) => [name, { kind: "healthy" } as const])) });
  product = await startProductUnderTest({
    HOOKLANE_ALLOW_HTTP: "1",
    HOOKLANE_EGRESS_ALLOW: endpoints.map((name) => `127.0.0.1:${receiver.ports[name]}`).join(","),
    HOOKLANE_POLICY: JSON.stringify({ retry: { base_ms: 50, cap_ms: 200 } }),
  });
  ({ api_key: apiKey } = await product.createTenant("Sdk"));
  hooklane = new Hooklane({ baseUrl: product.baseUrl, apiKey });
});
afterAll(async () => {
  await product?.dispose();
  await receiver?.stop();
});

const subscribe = (endpoint: (typeof endpoints)[number], type: string): Promise<SubscriptionWithSecret> =>
  hooklane.subscriptions.create({ url: receiver.url(endpoint), event_types: [type] });

/** The first requests that arrived at an endpoint for an event. */
const arrivals = (endpoint: string, eventId: string, count = 1): Promise<ReceivedRequest[]> =>
  waitFor(
    () => {
      const found = receiver.requests(endpoint).filter(({ headers }) => headers["webhook-id"] === eventId);
      return found.length >= count && found;
    },
    { what: `${count} requests for ${eventId}`, timeoutMs: 20_000 },
  );

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test.each([
  ["before the answer", 0],
  ["in its status line", 20],
  ["in its body", -10],
])("C41: a connection that is cut %s, three times, makes one event with one delivery", async (_, passedBytes) => {
  const type = `cut.after${passedBytes}`;
  const { id } = await subscribe("captured", type);
  const proxy = await startCuttingProxy({ port: Number(new URL(product.baseUrl).port) }, 3, passedBytes);
  const client = new Hooklane({ baseUrl: `http://127.0.0.1:${proxy.port}`, apiKey, retry: { baseMs: 20, capMs: 40 } });
  const { event_id, deliveries } = await client.events.publish({ type, payload: { n: 1 } });
  expect([deliveries, proxy.connections()]).toEqual([1, 4]);
  await proxy.stop();
  await arrivals("captured", event_id);
  const made = await hooklane.subscriptions.deliveries(id).page();
  expect(made.data.map((delivery) => delivery.event_id)).toEqual([event_id]);
});

test("a delivery that was really sent verifies as bytes and as text, and not with one byte or one header changed", async () => {
  const { secret } = await subscribe("captured", "verify.bytes");
  const payload = '{ "b":1.0, "t": "ü🐴\\u0000", "b": 12345678901234567890 }';
  const { event_id } = await hooklane.events.publish({ type: "verify.bytes", raw_payload: payload });
  const [{ body, headers } = {} as ReceivedRequest] = await arrivals("captured", event_id);
  const event = verify<{ id: string; type: string; data: { t: string } }>(body, headers, secret);
  expect([event.id, event.type, event.data.t]).toEqual([event_id, "verify.bytes", "ü🐴\u0000"]);
  expect(body.toString()).toContain(`"data":${payload}}`);
  expect(verify(body.toString(), new Headers(headers as Record<string, string>), secret)).toEqual(event);
  const changed = Buffer.from(body);
  changed[changed.length - 3] = (changed[changed.length - 3] as number) ^ 1;
  for (const attempt of [
    () => verify(changed, headers, secret),
    () => verify(body, { ...headers, "webhook-id": "evt_2" }, secret),
    () => verify(body, headers, secret, { now: new Date(Date.now() + 301_000) }),
  ]) {
    expect(attempt).toThrow(VerificationError);
  }
});

test("C36: while a secret is rotated, receivers with the old one, the new one and both verify; after it is revoked, only those with the new one", async () => {
  const { id, secret: old } = await subscribe("rotated", "rotate.me");
  const { secret: next } = await hooklane.subscriptions.rotateSecret(id, { grace_seconds: 600 });
  const sendOne = async () => {
    const { event_id } = await hooklane.events.publish({ type: "rotate.me", payload: null });
    return (await arrivals("rotated", event_id))[0] as ReceivedRequest;
  };
  const during = await sendOne();
  for (const secrets of [old, next, [next, old]]) expect(verify(during.body, during.headers, secrets)).toMatchObject({ data: null });
  const { secrets: live } = await hooklane.subscriptions.revokePreviousSecrets(id);
  expect(live.map(({ state }) => state)).toEqual(["current"]);
  const after = await sendOne();
  expect(verify(after.body, after.headers, [next, old])).toMatchObject({ data: null });
  expect(() => verify(after.body, after.headers, old)).toThrow(expect.objectContaining({ code: "no_matching_signature" }));
});

test("a receiver whose answers get lost acts once: every attempt carries the same Idempotency-Key", async () => {
  const { secret } = await subscribe("flaky", "once.only");
  const store = memoryStore();
  const handled: unknown[] = [];
  const outcomes: string[] = [];
  receiver.set("flaky", {
    kind: "scripted",
    respond: async ({ body, headers }, n) => {
      const event = verify(body, headers, secret);
      const { outcome } = await once(headers["idempotency-key"] as string, store, () => handled.push(event.data));
      outcomes.push(outcome);
      return n <= 2 ? { kind: "raw", bytes: "", end: "reset" } : { kind: "status", status: 204 };
    },
  });
  const { event_id } = await hooklane.events.publish({ type: "once.only", payload: "act" });
  await arrivals("flaky", event_id, 3);
  expect(handled).toEqual(["act"]);
  expect(outcomes.slice(0, 3)).toEqual(["handled", "duplicate", "duplicate"]);
});

test("subscriptions, deliveries, events and health read as the product writes them", async () => {
  const { id } = await subscribe("captured", "read.all");
  const { event_id } = await hooklane.events.publish({ type: "read.all", payload: [1] });
  const delivery = await waitFor(async () => (await hooklane.subscriptions.deliveries(id, { state: "delivered" }).page()).data[0], {
    what: "the delivery",
  });
  expect(delivery).toMatchObject({
    event_id,
    subscription_id: id,
    event_type: "read.all",
    state: "delivered",
    generation: 1,
    replay_of: null,
  });
  expect(await hooklane.deliveries.get(delivery.id)).toMatchObject({ id: delivery.id, attempts: [{ number: 1, status: 200 }] });
  expect(await hooklane.events.get(event_id)).toMatchObject({ id: event_id, payload: [1], fan_out: { state: "done", total: 1, done: 1 } });
  expect(await hooklane.subscriptions.health(id)).toMatchObject({ circuit_state: "closed", dead_count: 0 });
  expect(await hooklane.subscriptions.pause(id)).toMatchObject({ id, state: "paused" });
  expect(await hooklane.subscriptions.resume(id)).toMatchObject({ state: "active" });
  expect(await hooklane.subscriptions.enable(id)).toMatchObject({ state: "active" });
  expect(await hooklane.subscriptions.update(id, { description: "changed" })).toMatchObject({ id, description: "changed" });
  expect(await hooklane.subscriptions.sendTest(id)).toMatchObject({ delivery_id: expect.stringMatching(/^dlv_/) });
  const listed: string[] = [];
  for await (const subscription of hooklane.subscriptions.list({ limit: 2 })) listed.push(subscription.id);
  expect(listed).toContain(id);
  expect(new Set(listed).size).toBe(listed.length);
  await hooklane.subscriptions.delete(id);
  expect(await failureOf(hooklane.subscriptions.get(id))).toMatchObject({ status: 404, code: "not_found", attempts: 1 });
});

test("a batch, the list of events, erasure, the catalogue and the limits read as the product writes them", async () => {
  const { id } = await subscribe("captured", "batch.*");
  const results = await hooklane.events.publishBatch([
    { type: "batch.one", payload: 1, idempotency_key: "batch-1" },
    { type: "hooklane.own", payload: 2, idempotency_key: "batch-2" },
    { type: "batch.two", raw_payload: " 1.0 " },
  ]);
  expect(
    results.map((item) => (isAccepted(item) ? [item.status, item.deliveries] : [item.status, item.field, item.idempotency_key])),
  ).toEqual([
    [202, 1],
    [422, "type", "batch-2"],
    [202, 1],
  ]);
  const [again] = await hooklane.events.publishBatch([{ type: "batch.one", payload: 1, idempotency_key: "batch-1" }]);
  expect(again).toEqual({ ...results[0], idempotent_replayed: true });
  const { event_id: eventId } = again as AcceptedItem;
  expect((await hooklane.events.list({ type: "batch.one" }).page()).data).toMatchObject([
    { id: eventId, payload_bytes: 1, erased_at: null },
  ]);
  await hooklane.events.erasePayload(eventId);
  expect(await hooklane.events.get(eventId)).toMatchObject({
    payload: null,
    erased_at: expect.any(String),
    deliveries: [{ subscription_id: id }],
  });
  expect(await hooklane.eventTypes.create({ name: "batch.one", announce_completed: true })).toMatchObject({ kind: "json" });
  expect(await hooklane.eventTypes.update("batch.one", { description: "d" })).toMatchObject({ announce_completed: true, description: "d" });
  expect((await hooklane.eventTypes.list().page()).data).toEqual([await hooklane.eventTypes.get("batch.one")]);
  expect(await hooklane.limits()).toMatchObject({ plan: "scale", event_types: { used: 1 }, batch: { events: 500 } });
});

test("refusals of the product are typed: the field, the code and the request that its logs name", async () => {
  const error = await failureOf(hooklane.subscriptions.create({ url: "nonsense", event_types: ["*"] }));
  expect(error).toBeInstanceOf(HooklaneError);
  expect(error).toMatchObject({ status: 422, code: "unprocessable", field: "url", requestId: expect.stringMatching(/./) });
  expect(await failureOf(hooklane.events.publish({ type: "hooklane.own", payload: 1 }))).toMatchObject({ status: 422, field: "type" });
  const stranger = new Hooklane({ baseUrl: product.baseUrl, apiKey: `hk_${"0".repeat(49)}` });
  expect(await failureOf(stranger.events.publish({ type: "a.b", payload: 1 }))).toMatchObject({ status: 401, code: "unauthorized" });
  await hooklane.events.publish({ type: "a.b", payload: 1, idempotency_key: "taken" });
  expect(await failureOf(hooklane.events.publish({ type: "a.b", payload: 2, idempotency_key: "taken" }))).toMatchObject({
    status: 422,
    code: "idempotency_key_reused",
    field: "idempotency_key",
  });
});

test("the built command line works against the product, on the oldest Node there is", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hooklane-sdk-"));
  buildPackage(folder);
  const node = findNode(OLDEST_NODE) ?? process.execPath;
  const env = { HOOKLANE_URL: product.baseUrl, HOOKLANE_API_KEY: apiKey };
  const hooklaneCli = (...words: string[]) => startCli([node, path.join(folder, "cli/main.js"), ...words], env, "");
  const { id } = await subscribe("cli", "cli.*");

  const tail = hooklaneCli("deliveries", "tail", id, "--json");
  const payload = '{ "spaced" : 1.0 }';
  const sent = await hooklaneCli("events", "send", "cli.sent", payload, "--json").ended;
  expect(sent).toMatchObject({ exitCode: 0, err: "" });
  const { event_id } = JSON.parse(sent.out);
  const [{ body } = {} as ReceivedRequest] = await arrivals("cli", event_id);
  expect(body.toString()).toContain(`"data":${payload}}`);
  await waitFor(() => tail.out().includes('"state":"delivered"'), { what: "the delivery in the tail", timeoutMs: 20_000 });
  tail.kill("SIGTERM");
  const lines = (await tail.ended).out.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line)).at(-1)).toMatchObject({ event_id, state: "delivered" });

  expect((await hooklaneCli("subscriptions", "list").ended).out).toContain(id);
  expect(await hooklaneCli("health", id, "--check").ended).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^circuit +closed$/m) });
  const unknown = await hooklaneCli("health", `sub_${"0".repeat(26)}`).ended;
  expect(unknown).toMatchObject({ exitCode: 1, out: "", err: expect.stringContaining("404 not_found") });
  rmSync(folder, { recursive: true });
});

test("what died is replayed in bulk by the command line and singly by the client; each copy carries the key of the first", async (context) => {
  const unknownJob = (await failureOf(hooklane.jobs.get(`job_${"0".repeat(26)}`))) as HooklaneError;
  if (unknownJob.detail.includes("under this path")) context.skip("this product has no replay");
  const folder = mkdtempSync(path.join(tmpdir(), "hooklane-sdk-"));
  buildPackage(folder);
  receiver.set("replayed", { kind: "status", status: 404 });
  const { id } = await subscribe("replayed", "replay.me");
  for (let n = 0; n < 5; n++) await hooklane.events.publish({ type: "replay.me", payload: n });
  const deliveriesIn = async (state: DeliveryState) => (await hooklane.subscriptions.deliveries(id, { state }).page()).data;
  await waitFor(async () => (await deliveriesIn("dead")).length === 5, { what: "five dead deliveries", timeoutMs: 20_000 });
  receiver.set("replayed", { kind: "healthy" });
  expect(await hooklane.subscriptions.estimateReplay(id, { since: new Date(Date.now() - 3_600_000), until: new Date() })).toMatchObject({
    selected: 5,
  });
  const cli = [findNode(OLDEST_NODE) ?? process.execPath, path.join(folder, "cli/main.js")];
  const env = { HOOKLANE_URL: product.baseUrl, HOOKLANE_API_KEY: apiKey };
  const bulk = await startCli([...cli, "replay", id, "--since", "1h"], env, "").ended;
  expect(bulk).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^job_\w+ completed: 5 of 5 delivered\n$/) });
  const [replayed] = await deliveriesIn("delivered");
  expect(replayed).toMatchObject({ generation: 2, replay_of: expect.stringMatching(/^dlv_/) });
  const { delivery_id } = await hooklane.deliveries.replay(replayed?.id ?? "");
  await waitFor(async () => (await hooklane.deliveries.get(delivery_id)).state === "delivered", { what: "the single replay" });
  const copies = receiver.requests("replayed").filter(({ headers }) => headers["webhook-id"] === replayed?.event_id);
  expect(copies.length).toBe(3);
  expect(new Set(copies.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  rmSync(folder, { recursive: true });
});

const snippets = path.join(import.meta.dirname, "../snippets");

test.for([
  ["curl", "sh", "shell/publish.sh"],
  ["node", "node", "node/publish.mjs"],
  ["python3", "python3", "python/publish.py"],
] as const)("the snippet that publishes with %s makes one event, however often it is run", async ([needed, program, file], context) => {
  if (!isInstalled(needed)) context.skip(`not on this machine: ${needed}`);
  const { api_key } = await product.createTenant(`Snippet-${needed}`);
  const own = new Hooklane({ baseUrl: product.baseUrl, apiKey: api_key });
  const { id } = await own.subscriptions.create({ url: receiver.url("snippets"), event_types: ["order.*"] });
  for (let run = 0; run < 2; run++) {
    const { exitCode, out, err } = await startCli(
      [program, path.join(snippets, file)],
      { HOOKLANE_URL: product.baseUrl, HOOKLANE_API_KEY: api_key },
      "",
    ).ended;
    expect([exitCode, err]).toEqual([0, ""]);
    expect(out).toMatch(/evt_\w+/);
  }
  const { data } = await own.subscriptions.deliveries(id).page();
  expect(data.map(({ event_type }) => event_type)).toEqual(["order.paid"]);
});

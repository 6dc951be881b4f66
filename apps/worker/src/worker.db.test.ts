import { createHash } from "node:crypto";
import { publicId } from "@hooklane/contracts";
import { type Receiver, startReceiver, waitFor } from "@hooklane/testkit";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkerWorld, type WorkerWorld } from "./test-support/worker-world.ts";

let receiver: Receiver;
let world: WorkerWorld;

beforeAll(async () => {
  receiver = await startReceiver({
    behaviours: {
      good: { kind: "healthy" },
      raw: { kind: "healthy" },
      ordered: { kind: "healthy" },
      refusing: { kind: "status", status: 404 },
      gone: { kind: "status", status: 410 },
      failing: { kind: "scripted", respond: (_, n) => ({ kind: "status", status: n < 3 ? 503 : 200 }) },
      held: { kind: "healthy" },
      slowly: { kind: "scripted", respond: () => ({ kind: "status", status: 500, delayMs: 800 }) },
      gone_slowly: { kind: "scripted", respond: () => ({ kind: "status", status: 410, delayMs: 800 }) },
    },
  });
  world = await createWorkerWorld(
    Object.values(receiver.ports)
      .map((port) => `127.0.0.1:${port}`)
      .join(","),
  );
  await world.startWorker({ retry: { base_ms: 20, cap_ms: 50 } });
});
afterAll(async () => {
  await world.close();
  await receiver.stop();
});

const until = (what: string, condition: () => Promise<boolean>) => waitFor(condition, { what, timeoutMs: 15_000 });
const settled = (id: string, state: string, n = 1) =>
  until(`${n} ${state}`, async () => (await world.deliveries(id)).filter((delivery) => delivery.state === state).length === n);

test("E11: an accepted event reaches its endpoint as stored, verifies, and carries the headers of the contract and none beside them", async () => {
  const to = await world.subscribe(receiver.url("good", "/hook?a=%2F"), { custom_headers: { "X-Team": "blue" } });
  const body = Buffer.from('{"id":"evt","type":"t","timestamp":"","data":{ "b":1, "a":12345678901234567890, "s":"\\u0000\\ud83d" }}');
  const eventId = await world.accept([to], { body });
  await settled(to.id, "delivered");
  const request = receiver.requests("good").at(-1);
  expect(request?.body.equals(body)).toBe(true);
  const headers = Object.fromEntries(Object.entries(request?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]));
  new Webhook(to.secret).verify(body.toString(), headers);
  const evt = publicId("event", eventId);
  expect(headers).toMatchObject({
    "webhook-id": evt,
    "idempotency-key": createHash("sha256")
      .update(`${evt}|${publicId("subscription", to.id)}`)
      .digest("hex"),
    "x-attempt": "1",
    "x-timestamp": headers["webhook-timestamp"],
    "accept-encoding": "identity",
    "content-type": "application/json",
    "x-team": "blue",
  });
  expect(headers["user-agent"]).toMatch(/^Hooklane\/\d/);
  const ofHttp = ["host", "connection", "content-length", "content-type", "accept-encoding", "user-agent"];
  const ofDelivery = ["webhook-id", "webhook-timestamp", "webhook-signature", "idempotency-key", "x-timestamp", "x-attempt"];
  expect(Object.keys(headers).sort()).toEqual([...ofHttp, ...ofDelivery, "x-team"].sort());
});

test("raw format sends the payload's bytes alone", async () => {
  const to = await world.subscribe(receiver.url("raw"), { format: "raw" });
  await world.accept([to], { body: Buffer.from('{"data":[1, 2]}'), dataOffset: 8, dataLength: 6 });
  await settled(to.id, "delivered");
  expect(String(receiver.requests("raw").at(-1)?.body)).toBe("[1, 2]");
  expect(receiver.requests("raw").at(-1)?.headers).toMatchObject({ "content-type": "application/json" });
});

test("a bare GeoJSON payload is sent under its own media type, its envelope is JSON", async () => {
  const feature = {
    body: Buffer.from('{"data":{"type":"Feature","geometry":null,"properties":null}}'),
    dataOffset: 8,
    dataLength: 52,
    geojson: true,
  };
  for (const [format, mediaType] of [
    ["raw", "application/geo+json"],
    ["envelope", "application/json"],
  ] as const) {
    const to = await world.subscribe(receiver.url("raw"), { format });
    await world.accept([to], feature);
    await settled(to.id, "delivered");
    expect(receiver.requests("raw").at(-1)?.headers).toMatchObject({ "content-type": mediaType });
  }
});

test("a failing delivery is retried under the same Idempotency-Key with a rising X-Attempt until it is delivered", async () => {
  const to = await world.subscribe(receiver.url("failing"));
  await world.accept([to]);
  await settled(to.id, "delivered");
  const requests = receiver.requests("failing");
  const seen = requests.map((request) =>
    Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value])),
  );
  expect(seen.map((headers) => headers["x-attempt"])).toEqual(seen.map((_, i) => String(i + 1)));
  expect(new Set(seen.map((headers) => headers["idempotency-key"])).size).toBe(1);
  expect((await world.deliveries(to.id))[0]).toMatchObject({ attempt: requests.length, last_status: 200 });
});

test("a terminal status ends the delivery at once, with its reason and its attempt kept", async () => {
  const to = await world.subscribe(receiver.url("refusing"));
  await world.accept([to]);
  await settled(to.id, "dead");
  expect((await world.deliveries(to.id))[0]).toMatchObject({
    reason: "terminal_status",
    last_status: 404,
    last_error: "HTTP 404",
    attempt: 1,
  });
});

test("410 disables the subscription, audited, and keeps what was pending as dead", async () => {
  const to = await world.subscribe(receiver.url("gone"));
  await world.accept([to]);
  for (let i = 0; i < 3; i++) await world.accept([to], { acceptedMs: Date.now() + 60_000 });
  await settled(to.id, "dead", 4);
  const { rows } = await world.pool.query("SELECT state, disabled_reason FROM subscriptions WHERE id = $1", [to.id]);
  expect(rows).toEqual([{ state: "disabled", disabled_reason: "gone" }]);
  expect((await world.deliveries(to.id)).map((delivery) => delivery.reason).sort()).toEqual([
    "gone",
    "subscription_disabled",
    "subscription_disabled",
    "subscription_disabled",
  ]);
  const { rows: audited } = await world.pool.query("SELECT action FROM audit_log WHERE target_id = $1", [to.id]);
  expect(audited).toEqual([{ action: "subscription.disable" }]);
});

test("a blocked destination is never contacted and ends the delivery with its reason", async () => {
  const to = await world.subscribe("http://169.254.169.254/latest");
  await world.accept([to]);
  await settled(to.id, "dead");
  expect((await world.deliveries(to.id))[0]).toMatchObject({ reason: "blocked_destination", last_status: null });
});

test("C49: what cannot be sent ends dead with a reason, in the same batch as good deliveries and without stopping them", async () => {
  const good = await world.subscribe(receiver.url("good"));
  const locked = await world.subscribe(receiver.url("good"));
  await world.pool.query("UPDATE subscription_secrets SET sealed = '\\x00' WHERE subscription_id = $1", [locked.id]);
  const secretless = await world.subscribe(receiver.url("good"));
  await world.pool.query("DELETE FROM subscription_secrets WHERE subscription_id = $1", [secretless.id]);
  const unusable = await world.subscribe(receiver.url("good"));
  await world.pool.query("UPDATE subscriptions SET url = 'not a url' WHERE id = $1", [unusable.id]);
  const damaged = await world.subscribe(receiver.url("good"));
  await world.pool.query("UPDATE subscriptions SET custom_headers = 'null' WHERE id = $1", [damaged.id]);
  const badHeader = await world.subscribe(receiver.url("good"), { custom_headers: { "x-a": "1\r\nx-b: 2" } });
  for (let i = 0; i < 10; i++) await world.accept(i === 5 ? [good, locked, secretless, unusable, damaged, badHeader] : [good]);
  await settled(good.id, "delivered", 10);
  for (const [to, reason] of [
    [locked, "undecryptable_secret"],
    [secretless, "undecryptable_secret"],
    [unusable, "unsendable_request"],
    [damaged, "unsendable_request"],
    [badHeader, "unsendable_request"],
  ] as const) {
    await settled(to.id, "dead");
    expect((await world.deliveries(to.id))[0]).toMatchObject({ reason });
  }
});

test("a delivery whose event is missing ends dead and stops nothing", async () => {
  const to = await world.subscribe(receiver.url("held"), { state: "paused" });
  const eventId = await world.accept([to]);
  await world.accept([to]);
  await world.pool.query("DELETE FROM events WHERE id = $1", [eventId]);
  expect((await world.deliveries(to.id)).every((delivery) => delivery.state === "pending")).toBe(true);
  await world.pool.query("UPDATE subscriptions SET state = 'active' WHERE id = $1", [to.id]);
  await settled(to.id, "dead");
  await settled(to.id, "delivered");
  expect((await world.deliveries(to.id)).find((delivery) => delivery.state === "dead")).toMatchObject({
    reason: "missing_event",
    attempt: 0,
  });
});

test("a paused subscription is sent nothing, and everything it was owed once it is resumed", async () => {
  const to = await world.subscribe(receiver.url("held"), { state: "paused" });
  const before = receiver.counts("held").received;
  for (let i = 0; i < 5; i++) await world.accept([to]);
  const control = await world.subscribe(receiver.url("good"));
  await world.accept([control]);
  await settled(control.id, "delivered");
  expect(receiver.counts("held").received).toBe(before);
  await world.pool.query("UPDATE subscriptions SET state = 'active' WHERE id = $1", [to.id]);
  await settled(to.id, "delivered", 5);
});

test("an ordered subscription receives its events one after the other, in the order they were accepted", async () => {
  const to = await world.subscribe(receiver.url("ordered"), { ordered: true });
  const ids: string[] = [];
  for (let i = 0; i < 12; i++) ids.push(publicId("event", await world.accept([to], {}, { class: "ordered" })));
  await settled(to.id, "delivered", 12);
  expect(receiver.requests("ordered").map((request) => request.headers["webhook-id"])).toEqual(ids);
});

test("a lost wake-up costs a poll and no delivery", async () => {
  const to = await world.subscribe(receiver.url("good"));
  await world.accept([to], {}, {}, { announce: false });
  await settled(to.id, "delivered");
});

test("a subscription that moves to another host gets its old deliveries at the new one", async () => {
  const to = await world.subscribe(receiver.url("refusing"), { state: "paused" });
  await world.accept([to]);
  const url = receiver.url("good");
  await world.pool.query(
    "UPDATE subscriptions SET url = $2, host = $3, shard = ($4 + 1) % 1024, earlier_shards = ARRAY[$4]::smallint[], state = 'active' WHERE id = $1",
    [to.id, url, new URL(url).host, to.shard],
  );
  await settled(to.id, "delivered");
});

test("two workers share the shards, and together deliver each event once", async () => {
  const to = await world.subscribe(receiver.url("good"));
  const second = await world.startWorker();
  await until("both own shards", async () => {
    const { rows } = await world.pool.query("SELECT count(DISTINCT owner)::integer AS n FROM shards WHERE owner IS NOT NULL");
    return rows[0].n === 2;
  });
  const before = receiver.counts("good").received;
  await Promise.all(Array.from({ length: 50 }, () => world.accept([to])));
  await settled(to.id, "delivered", 50);
  expect(receiver.counts("good").received - before).toBe(50);
  await second.drain();
  await until("one owns all", async () => {
    const { rows } = await world.pool.query(
      "SELECT count(*)::integer AS n, count(DISTINCT owner)::integer AS owners FROM shards WHERE owner IS NOT NULL",
    );
    return rows[0].n === 1_024 && rows[0].owners === 1;
  });
});

test("a disabled subscription is sent its tests, and nothing else", async () => {
  const to = await world.subscribe(receiver.url("held"), { state: "paused" });
  await world.accept([to]);
  const testEvent = await world.accept([to]);
  await world.pool.query("UPDATE deliveries SET test = true WHERE event_id = $1", [testEvent]);
  await world.pool.query("UPDATE subscriptions SET state = 'disabled' WHERE id = $1", [to.id]);
  await settled(to.id, "delivered");
  await settled(to.id, "dead");
  const { rows } = await world.pool.query("SELECT state, reason, test FROM deliveries WHERE subscription_id = $1 ORDER BY test", [to.id]);
  expect(rows).toEqual([
    { state: "dead", reason: "subscription_disabled", test: false },
    { state: "delivered", reason: null, test: true },
  ]);
});

test("an attempt that fails after its subscription was deleted or disabled leaves nothing pending", async () => {
  for (const state of ["deleted", "disabled"]) {
    const to = await world.subscribe(receiver.url("slowly"));
    await world.accept([to]);
    await until("the request to be under way", async () => (await world.deliveries(to.id))[0]?.state === "inflight");
    await world.pool.query("UPDATE subscriptions SET state = $2 WHERE id = $1", [to.id, state]);
    await settled(to.id, "dead");
    expect((await world.deliveries(to.id))[0]).toMatchObject({ reason: `subscription_${state}`, attempt: 1 });
  }
});

test("410 from an address that the subscription has left does not disable it", async () => {
  const to = await world.subscribe(receiver.url("gone_slowly"));
  await world.accept([to]);
  await until("the request to be under way", async () => (await world.deliveries(to.id))[0]?.state === "inflight");
  await world.pool.query("UPDATE subscriptions SET url = $2 WHERE id = $1", [to.id, receiver.url("good")]);
  await settled(to.id, "dead");
  const { rows } = await world.pool.query("SELECT state FROM subscriptions WHERE id = $1", [to.id]);
  expect(rows).toEqual([{ state: "active" }]);
});

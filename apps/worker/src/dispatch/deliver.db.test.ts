import { randomBytes } from "node:crypto";
import { SIGNATURE_TEST_TYPE } from "@hooklane/contracts";
import { shardOf } from "@hooklane/db";
import { type ReceivedRequest, type Receiver, startReceiver, waitFor } from "@hooklane/testkit";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkerWorld, type WorkerWorld } from "../test-support/worker-world.ts";

let receiver: Receiver;
let world: WorkerWorld;
const workers: Awaited<ReturnType<WorkerWorld["startWorker"]>>[] = [];
const hosts = Array.from({ length: 8 }, (_, i) => `host${i}`);

beforeAll(async () => {
  receiver = await startReceiver({
    behaviours: {
      verifying: { kind: "status", status: 401 },
      careless: { kind: "healthy" },
      gone: { kind: "status", status: 410 },
      ...Object.fromEntries(hosts.map((name) => [name, { kind: "healthy" }])),
    },
  });
  const allow = Object.values(receiver.ports).map((port) => `127.0.0.1:${port}`);
  world = await createWorkerWorld(allow.join(","));
  for (let i = 0; i < 2; i++) workers.push(await world.startWorker({ config_error: { min: 2 } }));
});
afterAll(async () => {
  await world.close();
  await receiver.stop();
});

const until = (what: string, condition: () => Promise<boolean>) => waitFor(condition, { what, timeoutMs: 20_000 });
const headersOf = ({ headers }: ReceivedRequest) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
const verifies = (request: ReceivedRequest, secret: string): boolean => {
  try {
    new Webhook(secret).verify(request.body.toString(), headersOf(request));
    return true;
  } catch {
    return false;
  }
};

/** A test send: an event like any other, its delivery marked. */
async function sendWrong(to: { id: string; shard: number }): Promise<void> {
  await world.accept([to], { type: SIGNATURE_TEST_TYPE }, { mode: "at_most_once" }, { announce: false });
  await world.pool.query("UPDATE deliveries SET test = true WHERE subscription_id = $1", [to.id]);
}

test.each([["verifying"], ["careless"], ["gone"]])(
  "what is signed wrongly on purpose verifies with no secret of the endpoint, is sent once, and harms nothing: %s",
  async (name) => {
    const to = await world.subscribe(receiver.url(name), { state: "paused" });
    for (let i = 0; i < 4; i++) await sendWrong(to);
    await world.pool.query("UPDATE subscriptions SET state = 'active' WHERE id = $1", [to.id]);
    await until("all to be sent", async () => (await world.deliveries(to.id)).every(({ state }) => state === "delivered"));
    const requests = receiver.requests(name);
    expect(requests).toHaveLength(4);
    expect(requests.filter((request) => verifies(request, to.secret))).toEqual([]);
    const { rows } = await world.pool.query("SELECT state FROM subscriptions WHERE id = $1", [to.id]);
    expect(rows[0].state).toBe("active");
    for (const { container } of workers) expect(container.configErrors.export(to.id)).toBeNull();
  },
);

test("an event of that type that is no test send is signed like any other", async () => {
  const to = await world.subscribe(receiver.url("host0", "/ordinary"));
  await world.accept([to], { type: SIGNATURE_TEST_TYPE });
  await until("it to arrive", async () => (await world.deliveries(to.id))[0]?.state === "delivered");
  const request = receiver.requests("host0").find(({ path }) => path === "/ordinary") as ReceivedRequest;
  expect(verifies(request, to.secret)).toBe(true);
});

test("C70: an edit holds for every attempt that is claimed after it, whichever worker claims it", async () => {
  const lanes = await Promise.all(hosts.map((name) => world.subscribe(receiver.url(name, "/before"))));
  await Promise.all(lanes.map((to) => world.accept([to])));
  for (const { id } of lanes) await until("the first", async () => (await world.deliveries(id))[0]?.state === "delivered");
  const { rows: owners } = await world.pool.query("SELECT DISTINCT owner FROM shards WHERE shard = ANY($1)", [
    lanes.map(({ shard }) => shard),
  ]);
  expect(owners).toHaveLength(2); // both workers have lanes here

  const token = randomBytes(8).toString("hex");
  for (const [i, { id }] of lanes.entries()) {
    await world.pool.query("UPDATE subscriptions SET url = $2, custom_headers = $3 WHERE id = $1", [
      id,
      receiver.url(hosts[i] as string, "/after"),
      { "x-token": token },
    ]);
  }
  // No second is waited for: a claim compares the subscription's version with the worker's copy
  await Promise.all(lanes.map((to) => world.accept([to])));
  for (const { id } of lanes) await until("the second", async () => (await world.deliveries(id))[1]?.state === "delivered");
  for (const name of hosts) {
    const latest = receiver.requests(name).at(-1) as ReceivedRequest;
    expect([latest.path, headersOf(latest)["x-token"]]).toEqual(["/after", token]);
  }
  await world.pool.query("UPDATE subscriptions SET state = 'paused' WHERE id = ANY($1)", [lanes.map(({ id }) => id)]);
  await Promise.all(lanes.map((to) => world.accept([to])));
  await Promise.all(lanes.map(({ id }) => until("a refusal", async () => (await world.deliveries(id)).length === 3)));
  const moved = receiver.url("host0", "/moved");
  await world.pool.query(
    "UPDATE subscriptions SET state = 'active', url = $2, host = $3, shard = $4, earlier_shards = ARRAY[shard] WHERE id = $1",
    [lanes[1]?.id, moved, new URL(moved).host, shardOf(new URL(moved).host)],
  );
  await until("what waited to go to the new host", async () => (await world.deliveries(lanes[1]?.id as string))[2]?.state === "delivered");
  expect(receiver.requests("host0").at(-1)?.path).toBe("/moved");
  for (const to of [lanes[0], ...lanes.slice(2)]) expect((await world.deliveries(to?.id as string))[2]?.state).toBe("pending");
});

test("C70: what waited through a rotation, a new URL and a pause goes to the new URL, signed with the new secret alone, by both workers", async () => {
  const lanes = await Promise.all(hosts.map((name) => world.subscribe(receiver.url(name, "/waited"))));
  await Promise.all(lanes.map((to) => world.accept([to])));
  for (const { id } of lanes) await until("the first", async () => (await world.deliveries(id))[0]?.state === "delivered");
  const ids = lanes.map(({ id }) => id);
  await world.pool.query("UPDATE subscriptions SET state = 'paused' WHERE id = ANY($1)", [ids]);
  await Promise.all(lanes.map((to) => world.accept([to])));
  const secrets = await Promise.all(ids.map((id) => world.replaceSecret(id)));
  for (const [i, id] of ids.entries())
    await world.pool.query("UPDATE subscriptions SET url = $2 WHERE id = $1", [id, receiver.url(hosts[i] as string, "/turned")]);
  for (const [i, name] of hosts.entries()) {
    expect(receiver.requests(name).filter(({ path }) => path === "/waited")).toHaveLength(1); // held while it was paused
    expect((await world.deliveries(ids[i] as string))[1]?.state).toBe("pending");
  }
  await world.pool.query("UPDATE subscriptions SET state = 'active' WHERE id = ANY($1)", [ids]);
  for (const id of ids) await until("what waited", async () => (await world.deliveries(id))[1]?.state === "delivered");
  for (const [i, name] of hosts.entries()) {
    const request = receiver.requests(name).at(-1) as ReceivedRequest;
    expect([request.path, verifies(request, secrets[i] as string), verifies(request, lanes[i]?.secret as string)]).toEqual([
      "/turned",
      true,
      false,
    ]);
  }
});

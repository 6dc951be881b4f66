import { defaultPolicyConfig, eventRules } from "@hooklane/core";
import {
  disableSubscription,
  readSubscriptions,
  type StoredSubscription,
  sealPlainCredentials,
  sealUrl,
  uuidV7,
  withSession,
} from "@hooklane/db";
import { dumpOf, type Receiver, startReceiver, waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkerWorld, type WorkerWorld } from "./test-support/worker-world.ts";

const headerCanary = "canary-of-a-header-value";
const queryCanary = "canary-of-a-query";
let receiver: Receiver;
let world: WorkerWorld;
let worker: Awaited<ReturnType<WorkerWorld["startWorker"]>>;

beforeAll(async () => {
  receiver = await startReceiver({
    behaviours: {
      good: { kind: "healthy" },
      moved: {
        kind: "scripted",
        respond: ({ path }) => ({
          kind: "status",
          status: 302,
          headers: { location: `https://rx.example${path}` },
          body: `It is at ${path}`,
        }),
      },
    },
  });
  world = await createWorkerWorld(
    Object.values(receiver.ports)
      .map((port) => `127.0.0.1:${port}`)
      .join(","),
  );
  worker = await world.startWorker({ retry: { base_ms: 20, cap_ms: 50 } });
});
afterAll(async () => {
  await world.close();
  await receiver.stop();
});

const ended = (id: string, state: string, n: number) =>
  waitFor(async () => (await world.deliveries(id)).filter((delivery) => delivery.state === state).length === n, {
    what: `${n} ${state}`,
    timeoutMs: 15_000,
  });
const subscribe = (name: string) =>
  world.subscribe(receiver.url(name, `/in?token=${queryCanary}`), { custom_headers: { "x-auth": headerCanary } });

const dump = (): Promise<string> => withSession(world.database.url, "test", dumpOf);

test("C60, S4: header values and a URL's query reach their endpoint, sealed or not yet, and once they are sealed no table holds them", async () => {
  const [to, moved] = [await subscribe("good"), await subscribe("moved")];
  await world.accept([to]);
  await ended(to.id, "delivered", 1);
  expect(await sealPlainCredentials(world.pool, world.keys)).toBe(2);
  expect(await sealPlainCredentials(world.pool, world.keys)).toBe(0);
  await world.accept([to, moved]);
  await ended(to.id, "delivered", 2);
  await waitFor(async () => (await world.deliveries(moved.id))[0]?.last_status === 302, { what: "a redirect", timeoutMs: 15_000 });
  for (const { path, headers } of receiver.requests("good").slice(-2)) {
    expect(path).toBe(`/in?token=${queryCanary}`);
    expect(JSON.stringify(headers)).toContain(headerCanary);
  }
  const { rows } = await world.pool.query("SELECT convert_from(request_headers, 'UTF8') AS headers FROM attempts");
  expect(rows.length).toBeGreaterThan(2);
  for (const { headers } of rows) expect(JSON.parse(headers)).toContainEqual(["x-auth", "***"]);
  const text = await dump();
  for (const canary of [headerCanary, queryCanary])
    for (const spelling of [canary, Buffer.from(canary).toString("hex")]) expect(text).not.toContain(spelling);
});

test("C49: what no key at hand opens ends its deliveries dead, in the same batch as good ones and without stopping them", async () => {
  const [good, query, headers] = [await subscribe("good"), await subscribe("good"), await subscribe("good")];
  await sealPlainCredentials(world.pool, world.keys);
  await world.pool.query("UPDATE subscriptions SET query_key_number = 77 WHERE id = $1", [query.id]);
  await world.pool.query("UPDATE subscriptions SET headers_sealed = '\\x00' WHERE id = $1", [headers.id]);
  for (let i = 0; i < 5; i++) await world.accept(i === 2 ? [good, query, headers] : [good]);
  await ended(good.id, "delivered", 5);
  for (const { id } of [query, headers]) {
    await ended(id, "dead", 1);
    expect((await world.deliveries(id))[0]).toMatchObject({ reason: "undecryptable_secret" });
  }
});

test("an endpoint that says it is gone is disabled, but not when only its sealed query has changed meanwhile", async () => {
  const { id } = await subscribe("good");
  await sealPlainCredentials(world.pool, world.keys);
  const [asked] = await readSubscriptions(world.pool, [id]);
  const { querySealed } = sealUrl(world.keys, id, receiver.url("good", "/in?token=another"));
  await world.pool.query("UPDATE subscriptions SET query_sealed = $2 WHERE id = $1", [id, querySealed]);
  const [now] = await readSubscriptions(world.pool, [id]);
  const disable = (from: StoredSubscription | undefined) =>
    disableSubscription(world.pool, worker.container.jobs, uuidV7(Date.now()), id, from as StoredSubscription, "gone", {
      nowMs: Date.now(),
      ...eventRules(defaultPolicyConfig),
    });
  expect([await disable(asked), await disable(now)]).toEqual([false, true]);
});

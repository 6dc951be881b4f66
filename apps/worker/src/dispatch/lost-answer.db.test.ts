import { gateBefore, type Receiver, startReceiver, type TcpGate, waitFor } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkerWorld, type WorkerWorld } from "../test-support/worker-world.ts";

let receiver: Receiver;
let world: WorkerWorld;
let gate: TcpGate;
let url: string;

beforeAll(async () => {
  receiver = await startReceiver({ behaviours: { good: { kind: "healthy" } } });
  world = await createWorkerWorld(`127.0.0.1:${receiver.ports.good}`);
  ({ gate, url } = await gateBefore(world.database.appUrl));
});
afterAll(async () => {
  await world.close();
  await gate.close();
  await receiver.stop();
});

const until = (what: string, condition: () => Promise<boolean>) => waitFor(condition, { what, timeoutMs: 30_000, intervalMs: 20 });

test("C51: a claim that was made and whose answer was lost costs no lease: what it got is given back, and delivered once", async () => {
  const to = await world.subscribe(receiver.url("good"), { state: "paused" });
  for (let i = 0; i < 3; i++) await world.accept([to]);
  await world.startWorker({}, { databaseUrl: url });
  const [owner, watcher] = [1, 2].map(() => new pg.Client({ connectionString: world.database.url })) as [pg.Client, pg.Client];
  await Promise.all([owner.connect(), watcher.connect()]);
  await owner.query("BEGIN");
  await owner.query("LOCK TABLE deliveries IN SHARE MODE"); // lets the worker find the deliveries, and its claim wait
  await world.pool.query("UPDATE subscriptions SET state = 'active' WHERE id = $1", [to.id]);
  await until("a claim", async () => {
    const { rows } = await watcher.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%latest_first%'");
    return rows.length > 0;
  });
  gate.loseAnswers();
  await owner.query("COMMIT");
  await Promise.all([owner.end(), watcher.end()]);
  const states = async () => (await world.deliveries(to.id)).map(({ state }) => state);
  await until("the claim to be made", async () => (await states()).includes("inflight"));
  gate.shut();
  gate.open();
  await until("all to be delivered", async () => (await states()).every((state) => state === "delivered"));
  expect(receiver.requests("good")).toHaveLength(3);
  expect((await world.deliveries(to.id)).map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
});

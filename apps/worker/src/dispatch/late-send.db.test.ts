import { type Receiver, startReceiver, waitFor } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkerWorld, type WorkerWorld } from "../test-support/worker-world.ts";

let receiver: Receiver;
let world: WorkerWorld;

beforeAll(async () => {
  receiver = await startReceiver({ behaviours: { good: { kind: "slow", delayMs: 1_000 } } });
  world = await createWorkerWorld(`127.0.0.1:${receiver.ports.good}`);
});
afterAll(async () => {
  await world.close();
  await receiver.stop();
});

const until = (what: string, condition: () => Promise<boolean>) => waitFor(condition, { what, timeoutMs: 20_000, intervalMs: 20 });

/** Lets the worker claim the head of an ordered lane, which reads no events, and not read what to send. @returns what ends that */
async function withholdBodies(): Promise<() => Promise<void>> {
  const owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
  await owner.query("BEGIN");
  await owner.query("LOCK TABLE events IN ACCESS EXCLUSIVE MODE");
  return async () => {
    await owner.query("COMMIT");
    await owner.end();
  };
}

test("C50: what was kept too long after its claim is not sent under that lease, which a request could outlive, but given back and claimed anew", async () => {
  const to = await world.subscribe(receiver.url("good"), { state: "paused", ordered: true });
  await world.accept([to], {}, { class: "ordered" });
  // Nothing is sent later than 3.5 s after its claim
  const worker = await world.startWorker({ lease_ms: 12_000, deadline: { connect_ms: 1_000, total_ms: 8_000 } });
  const release = await withholdBodies();
  await world.pool.query("UPDATE subscriptions SET state = 'active' WHERE id = $1", [to.id]);
  const leaseOf = async () =>
    (
      await world.pool.query<{ token: string; late: boolean }>(
        "SELECT lease_token AS token, lease_expires_at < clock_timestamp() + interval '8 seconds' AS late FROM deliveries WHERE state = 'inflight'",
      )
    ).rows[0];
  await until("the claim to be too old", async () => (await leaseOf())?.late === true);
  const late = await leaseOf();
  expect(receiver.requests("good")).toEqual([]);
  await release();
  await until("a request", async () => receiver.requests("good").length > 0);
  expect((await leaseOf())?.token).not.toBe(late?.token);
  await until("it to be delivered", async () => (await world.deliveries(to.id))[0]?.state === "delivered");
  expect(receiver.requests("good")).toHaveLength(1);
  const { rows } = await world.pool.query("SELECT number, outcome FROM attempts");
  expect(rows).toEqual([{ number: 1, outcome: "delivered" }]); // the number went with it: the lease did not run out
  await worker.drain();
});

test("what could not be read after its claim is given back, and does not wait for the end of its lease", async () => {
  const to = await world.subscribe(receiver.url("good"), { state: "paused", ordered: true });
  await world.accept([to], {}, { class: "ordered" });
  await world.startWorker();
  const release = await withholdBodies();
  await world.pool.query("UPDATE subscriptions SET state = 'active' WHERE id = $1", [to.id]);
  const watcher = new pg.Client({ connectionString: world.database.url });
  await watcher.connect();
  await until("the reading session to be ended", async () => {
    const { rows } = await watcher.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FROM events e WHERE%'",
    );
    return rows.length > 0;
  });
  await watcher.end();
  await release();
  await until("it to be delivered", async () => (await world.deliveries(to.id))[0]?.state === "delivered");
  expect(await world.deliveries(to.id)).toMatchObject([{ attempt: 1 }]);
});

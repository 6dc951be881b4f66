import { type Receiver, startReceiver, waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkerWorld, type WorkerWorld } from "./test-support/worker-world.ts";

const CAP = 2;
let receiver: Receiver;
let world: WorkerWorld;

beforeAll(async () => {
  receiver = await startReceiver({ behaviours: { good: { kind: "healthy" } } });
  world = await createWorkerWorld(`127.0.0.1:${receiver.ports.good}`);
});
afterAll(async () => {
  await world.close();
  await receiver.stop();
});

test("a worker that takes a crashed one's shards counts its unexpired leases against the lane, returns them when they run out, and goes on", async () => {
  const to = await world.subscribe(receiver.url("good"));
  for (let i = 0; i < 6; i++) await world.accept([to]);
  // What a worker leaves that died in the middle of two requests
  await world.pool.query(
    `UPDATE deliveries SET state = 'inflight', attempt = 1, lease_token = gen_random_uuid(), lease_expires_at = now() + interval '3 seconds'
     WHERE id IN (SELECT id FROM deliveries WHERE subscription_id = $1 ORDER BY id LIMIT $2)`,
    [to.id, CAP],
  );
  await world.startWorker({ lane: { start: CAP, headroom: 0 } });
  const stateNow = async () => {
    const deliveries = await world.deliveries(to.id);
    const held = deliveries.slice(0, CAP).every(({ state }) => state === "inflight");
    return { held, delivered: deliveries.filter(({ state }) => state === "delivered").length };
  };
  // While the dead worker's leases last they fill the lane: nothing may be sent beside what it may still have in flight
  await waitFor(
    async () => {
      const { held, delivered } = await stateNow();
      if (held) expect(delivered).toBe(0);
      return delivered === 6;
    },
    { what: "all to be delivered", timeoutMs: 20_000, intervalMs: 20 },
  );
  const deliveries = await world.deliveries(to.id);
  expect(deliveries.map(({ attempt }) => attempt)).toEqual([2, 2, 1, 1, 1, 1]);
});

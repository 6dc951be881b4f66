import { defaultPolicyConfig, leaseTimes } from "@hooklane/core";
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

/** What a worker leaves that died in the middle of two requests, claimed so long before. */
async function leaveInFlight(to: { id: string }, { claimedAgoMs, leaseMs }: { claimedAgoMs: number; leaseMs: number }): Promise<void> {
  await world.pool.query(
    `UPDATE deliveries SET state = 'inflight', attempt = 1, lease_token = gen_random_uuid(), lease_expires_at = now() + $3 * interval '1 ms'
     WHERE id IN (SELECT id FROM deliveries WHERE subscription_id = $1 ORDER BY id LIMIT $2)`,
    [to.id, CAP, leaseMs - claimedAgoMs],
  );
}

async function progressOf(to: { id: string }): Promise<{ held: boolean; delivered: number }> {
  const deliveries = await world.deliveries(to.id);
  const held = deliveries.slice(0, CAP).every(({ state }) => state === "inflight");
  return { held, delivered: deliveries.filter(({ state }) => state === "delivered").length };
}

const until = (what: string, condition: () => Promise<boolean>) => waitFor(condition, { what, timeoutMs: 20_000, intervalMs: 20 });

test("a worker that takes a crashed one's shards counts its unexpired leases against the lane, returns them when they run out, and goes on", async () => {
  const to = await world.subscribe(receiver.url("good"));
  for (let i = 0; i < 6; i++) await world.accept([to]);
  const leaseMs = 4_000;
  await leaveInFlight(to, { claimedAgoMs: 0, leaseMs });
  const worker = await world.startWorker({
    lane: { start: CAP, headroom: 0 },
    lease_ms: leaseMs,
    deadline: { connect_ms: 1_000, total_ms: 2_900 },
  });
  // While the dead worker's requests may be in flight they fill the lane: nothing may be sent beside them
  await until("all to be delivered", async () => {
    const { held, delivered } = await progressOf(to);
    if (held) expect(delivered).toBe(0);
    return delivered === 6;
  });
  expect((await world.deliveries(to.id)).map(({ attempt }) => attempt)).toEqual([2, 2, 1, 1, 1, 1]);
  await worker.drain();
});

test("what a dead worker sent is counted for as long as a request can last, not for as long as its lease: the lane goes on before", async () => {
  const to = await world.subscribe(receiver.url("good"));
  for (let i = 0; i < 6; i++) await world.accept([to]);
  const { overAfterMs } = leaseTimes(defaultPolicyConfig);
  const { lease_ms: leaseMs } = defaultPolicyConfig;
  await leaveInFlight(to, { claimedAgoMs: overAfterMs - 1_500, leaseMs });
  await world.startWorker({ lane: { start: CAP, headroom: 0 } });
  await until("the others to be delivered", async () => (await progressOf(to)).delivered === 4);
  expect((await progressOf(to)).held).toBe(true);
  const { rows } = await world.pool.query(
    `SELECT bool_and(a.started_at >= held.until) AS waited FROM attempts a JOIN deliveries d ON d.id = a.delivery_id,
       (SELECT min(lease_expires_at) - $2 * interval '1 ms' AS until FROM deliveries WHERE subscription_id = $1 AND state = 'inflight') held
     WHERE d.subscription_id = $1`,
    [to.id, leaseMs - overAfterMs],
  );
  expect(rows).toEqual([{ waited: true }]);
});

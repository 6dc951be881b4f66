import { toldWaits } from "@hooklane/core";
import { listAttempts, readLaneWaits, uuidTime } from "@hooklane/db";
import { type Receiver, startReceiver, waitFor } from "@hooklane/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorkerWorld, type WorkerWorld } from "../test-support/worker-world.ts";

let receiver: Receiver;
let world: WorkerWorld;

beforeAll(async () => {
  receiver = await startReceiver({ behaviours: { down: { kind: "status", status: 500 }, slow: { kind: "slow", delayMs: 4_000 } } });
});
afterAll(() => receiver.stop());
beforeEach(async () => {
  const allow = Object.values(receiver.ports).map((port) => `127.0.0.1:${port}`);
  world = await createWorkerWorld(allow.join(","));
});
afterEach(async () => {
  await world.close();
  receiver.set("down", { kind: "status", status: 500 });
});

const until = (what: string, condition: () => Promise<boolean>) => waitFor(condition, { what, timeoutMs: 30_000 });
const statesOf = async (id: string) => (await world.deliveries(id)).map(({ state }) => state);
const rowsOf = async (id: string) =>
  (await world.pool.query("SELECT reason, is_open FROM lane_waits WHERE subscription_id = $1 ORDER BY began_at", [id])).rows;

/** What is told of the lane's latest delivery, which was delivered at its first attempt. */
async function waitsOfLatest(subscriptionId: string) {
  const id = (await world.deliveries(subscriptionId)).at(-1)?.id as string;
  const [attempt] = await listAttempts(world.pool, [id]);
  if (!attempt) throw new Error("it was not attempted");
  const startedAt = attempt.startedAt.getTime();
  const waits = await readLaneWaits(world.pool, subscriptionId, { fromMs: uuidTime(id), toMs: startedAt, nowMs: Date.now() });
  const attempts = [{ startedAt, endedAt: startedAt + attempt.durationMs, nextDueAt: null, isFailure: false }];
  const life = { createdAt: uuidTime(id), endedAt: Date.now(), state: "delivered", firstClass: "first", attempts, current: null } as const;
  return toldWaits(life, waits).map(({ reason, from, to, limit }) => ({ reason, limit, waitedMs: (to ?? Number.NaN) - from }));
}

test("a delivery that waited for an open circuit tells so once it is delivered", async () => {
  const to = await world.subscribe(receiver.url("down"), { retry_policy: { base_ms: 3_600_000, cap_ms: 3_600_000, jitter: "equal" } });
  await world.startWorker({ breaker: { min_attempts: 3, open_ms: 4_000 } });
  for (let i = 0; i < 3; i++) await world.accept([to]);
  await until("the circuit to open", async () => {
    const { rows } = await world.pool.query("SELECT state FROM lane_states WHERE subscription_id = $1", [to.id]);
    return rows[0]?.state.circuit.phase === "open";
  });
  receiver.set("down", { kind: "healthy" });
  await world.accept([to]);
  await until("its delivery", async () => (await statesOf(to.id)).at(-1) === "delivered");
  await until("its wait to be over", async () => (await rowsOf(to.id)).some((row) => row.reason === "circuit_open" && !row.is_open));
  const [told, ...more] = await waitsOfLatest(to.id);
  expect([told?.reason, more]).toEqual(["circuit_open", []]);
  expect(told?.waitedMs).toBeGreaterThanOrEqual(1_000);
});

test("a delivery that found its lane at the cap tells the cap", async () => {
  const to = await world.subscribe(receiver.url("slow"));
  await world.startWorker({ lane: { start: 2, min: 2, headroom: 0 } });
  await world.accept([to]);
  await world.accept([to]);
  await until("the lane to be full", async () => (await statesOf(to.id)).every((state) => state === "inflight"));
  await world.accept([to]);
  await until("its delivery", async () => (await statesOf(to.id)).every((state) => state === "delivered"));
  await until("its wait to be over", async () => (await rowsOf(to.id)).some((row) => row.reason === "lane_full" && !row.is_open));
  const [told] = await waitsOfLatest(to.id);
  expect(told).toMatchObject({ reason: "lane_full", limit: 2 });
});

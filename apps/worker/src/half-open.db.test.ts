import { gateBefore, type Receiver, startReceiver, type TcpGate, waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Container } from "./container.ts";
import { createWorkerWorld, type WorkerWorld } from "./test-support/worker-world.ts";

/** What the worker has to notice a connection on which nothing comes any more. */
const NOTICED_MS = 60_000;
let receiver: Receiver;
let world: WorkerWorld;
let gate: TcpGate;
let container: Container;

beforeAll(async () => {
  receiver = await startReceiver({ behaviours: { good: { kind: "healthy" } } });
  world = await createWorkerWorld(`127.0.0.1:${receiver.ports.good}`);
  const through = await gateBefore(world.database.appUrl);
  gate = through.gate;
  ({ container } = await world.startWorker({}, { databaseUrl: through.url }));
  container.ops.serve();
});
afterAll(async () => {
  await container.ops.stop();
  await world.close();
  await gate.close();
  await receiver.stop();
});

test(
  "FT12: when every connection to the database falls silent and stays open, the worker notices within a minute, reconnects and goes on, and lives meanwhile",
  async () => {
    const to = await world.subscribe(receiver.url("good"));
    const delivered = async () => (await world.deliveries(to.id)).filter(({ state }) => state === "delivered").length;
    await world.accept([to]);
    await waitFor(async () => (await delivered()) === 1, { what: "a first delivery", timeoutMs: 15_000 });

    gate.silence();
    const silentAt = performance.now();
    await world.accept([to]);
    const noticed = { delivery: 0, listener: 0 };
    let wasDeaf = false;
    await waitFor(
      async () => {
        expect(container.ops.live()).toMatchObject({ ok: true });
        const afterMs = performance.now() - silentAt;
        wasDeaf ||= !container.listener.isListening;
        if (wasDeaf && container.listener.isListening) noticed.listener ||= afterMs;
        if ((await delivered()) === 2) noticed.delivery ||= afterMs;
        return noticed.delivery > 0 && noticed.listener > 0;
      },
      { what: "the delivery and the listener to go on", timeoutMs: NOTICED_MS + 15_000, intervalMs: 100 },
    );
    expect(noticed.listener).toBeLessThan(NOTICED_MS);
    expect(noticed.delivery).toBeLessThan(NOTICED_MS);
    expect(container.ops.ready()).toMatchObject({ ok: true });
  },
  NOTICED_MS + 45_000,
);

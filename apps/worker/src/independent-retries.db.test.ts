import { type Receiver, startReceiver, waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkerWorld, type WorkerWorld } from "./test-support/worker-world.ts";

let receiver: Receiver;
let world: WorkerWorld;

beforeAll(async () => {
  receiver = await startReceiver({
    behaviours: { well: { kind: "healthy" }, failing: { kind: "status", status: 500 }, silent: { kind: "black_hole" } },
  });
  world = await createWorkerWorld(
    Object.values(receiver.ports)
      .map((port) => `127.0.0.1:${port}`)
      .join(","),
  );
  await world.startWorker({ retry: { base_ms: 20, cap_ms: 50 }, deadline: { connect_ms: 100, total_ms: 200 } });
});
afterAll(async () => {
  await world.close();
  await receiver.stop();
});

test("C29: of one event's endpoints those that fail are tried again, each by itself, and the one that took it gets it once", async () => {
  const [well, failing, silent] = await Promise.all([
    world.subscribe(receiver.url("well")),
    world.subscribe(receiver.url("failing")),
    world.subscribe(receiver.url("silent")),
  ]);
  await world.accept([well, failing, silent]);
  await waitFor(() => receiver.requests("failing").length >= 4 && receiver.requests("silent").length >= 3, {
    what: "both sick endpoints to be tried again and again",
    timeoutMs: 15_000,
  });
  expect(receiver.requests("well").length).toBe(1);
  expect(await world.deliveries(well.id)).toMatchObject([{ state: "delivered", attempt: 1, last_status: 200 }]);
  for (const { id } of [failing, silent]) expect((await world.deliveries(id)).map(({ state }) => state)).not.toContain("delivered");
  const numbers = receiver.requests("failing").map(({ headers }) => Number(headers["x-attempt"]));
  expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  const { rows } = await world.pool.query<{ cause: string }>(
    "SELECT DISTINCT a.cause FROM attempts a JOIN deliveries d ON d.id = a.delivery_id WHERE d.subscription_id = $1",
    [silent.id],
  );
  expect(rows).toEqual([{ cause: "timeout" }]);
});

import { waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkerWorld, type WorkerWorld } from "../test-support/worker-world.ts";

let world: WorkerWorld;

beforeAll(async () => {
  world = await createWorkerWorld("");
});
afterAll(() => world.close());

test("a plan that is changed holds for all lanes of its tenant, also when the notice of it is lost", async () => {
  const lanes = [await world.subscribe("https://a.example/"), await world.subscribe("https://b.example/")];
  const { container } = await world.startWorker();
  const capsAre = (cap: number) =>
    waitFor(() => lanes.every(({ id }) => container.subscriptions.get(id)?.plan.lane_cap === cap), {
      what: `lanes with a cap of ${cap}`,
      timeoutMs: 15_000,
    });
  await capsAre(500);
  await world.pool.query("UPDATE tenants SET plan = 'free' WHERE id = $1", [world.tenantId]);
  await capsAre(20);
  await container.listener.stop();
  await world.pool.query(`UPDATE tenants SET plan_override = '{"lane_cap": 33}' WHERE id = $1`, [world.tenantId]);
  await capsAre(33);
  expect(lanes.map(({ id }) => container.subscriptions.get(id)?.version)).toEqual([2, 2]); // as their secrets left them
});

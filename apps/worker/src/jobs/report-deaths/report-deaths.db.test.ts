import { operationalEvents } from "@hooklane/contracts";
import { defaultPolicyConfig } from "@hooklane/core";
import { WakeUp } from "@hooklane/db";
import { type Receiver, startReceiver, waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkerWorld, type WorkerWorld } from "../../test-support/worker-world.ts";
import { reportDeaths } from "./handler.ts";

let receiver: Receiver;
let world: WorkerWorld;

beforeAll(async () => {
  receiver = await startReceiver({
    behaviours: {
      refusing: { kind: "status", status: 404 },
      gone: { kind: "status", status: 410 },
      listening: { kind: "healthy" },
      deaf: { kind: "status", status: 404 },
    },
  });
  world = await createWorkerWorld(
    Object.values(receiver.ports)
      .map((port) => `127.0.0.1:${port}`)
      .join(","),
  );
  await world.startWorker();
});
afterAll(async () => {
  await world.close();
  await receiver.stop();
});

const until = (what: string, condition: () => Promise<boolean>) => waitFor(condition, { what, timeoutMs: 15_000 });
const isDead = (id: string) => async () => (await world.deliveries(id)).some(({ state }) => state === "dead");
const heard = (type: string) =>
  receiver
    .requests("listening")
    .map(({ body }) => JSON.parse(String(body)))
    .filter((body) => body.type === type);

/** The job, as if the minutes that were counted had ended long ago. */
async function report(): Promise<void> {
  await world.pool.query("UPDATE dead_minutes SET minute = minute - interval '5 minutes'");
  const deps = { pool: world.pool, now: Date.now, wakeUp: new WakeUp(world.pool, () => {}), policy: defaultPolicyConfig };
  await reportDeaths(deps, new AbortController().signal);
}

test("a tenant hears by a webhook that deliveries died, and the death of that very webhook makes no other", async () => {
  await world.subscribe(receiver.url("listening"), { event_types: ["hooklane.*"] });
  const deaf = await world.subscribe(receiver.url("deaf"), { event_types: ["hooklane.delivery.dead", "deaf.*"] });
  const refusing = await world.subscribe(receiver.url("refusing"), { event_types: ["order.*"] });
  await world.accept([refusing]);
  await until("a death", isDead(refusing.id));
  await report();
  await until("the report", async () => heard("hooklane.delivery.dead").length > 0);
  const [told] = heard("hooklane.delivery.dead");
  expect(operationalEvents["hooklane.delivery.dead"].schema.parse(told.data)).toMatchObject({
    count: 1,
    latest: { reason: "terminal_status", last_status: 404 },
  });
  await until("the death of a report", isDead(deaf.id));
  await report();
  expect((await world.pool.query("SELECT FROM dead_minutes")).rowCount).toBe(0);
  expect((await world.pool.query("SELECT FROM events WHERE type = 'hooklane.delivery.dead'")).rowCount).toBe(1);
});

test("a tenant hears by a webhook that an endpoint which is gone was disabled", async () => {
  const gone = await world.subscribe(receiver.url("gone"), { event_types: ["order.*"] });
  await world.accept([gone]);
  await until("the news", async () => heard("hooklane.subscription.disabled").length > 0);
  expect(heard("hooklane.subscription.disabled")[0].data).toMatchObject({ reason: "gone", url: receiver.url("gone") });
});

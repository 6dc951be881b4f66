import { LaneLooks, notifyOwners } from "@hooklane/db";
import { type Receiver, startReceiver, waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkerWorld, type WorkerWorld } from "../test-support/worker-world.ts";
import { AskedLanes } from "./asked-lanes.ts";

let receiver: Receiver;
let world: WorkerWorld;

beforeAll(async () => {
  receiver = await startReceiver({ behaviours: { slow: { kind: "slow", delayMs: 8_000 } } });
  world = await createWorkerWorld(
    Object.values(receiver.ports)
      .map((port) => `127.0.0.1:${port}`)
      .join(","),
  );
});
afterAll(async () => {
  await world.close();
  await receiver.stop();
});

test("a lane that somebody looks at tells at once how many permits it uses, though nothing of it is news", async () => {
  const to = await world.subscribe(receiver.url("slow"));
  await world.startWorker();
  await world.accept([to]);
  await world.accept([to]);
  const inFlight = async () => (await world.deliveries(to.id)).filter(({ state }) => state === "inflight").length;
  await waitFor(async () => (await inFlight()) === 2, { what: "both to be under way", timeoutMs: 20_000 });
  const live = async () => (await world.pool.query("SELECT live FROM lane_states WHERE subscription_id = $1", [to.id])).rows[0]?.live;
  expect(await live()).toBeUndefined();
  const looks = new LaneLooks((ids) => void notifyOwners(world.pool, ids));
  looks.ask(to.id);
  await waitFor(async () => (await live())?.lane.inFlight === 2, { what: "the answer", timeoutMs: 5_000 });
});

test("only the owner answers, and at most once in a second, however many ask", async () => {
  const written: string[][] = [];
  let now = 0;
  const asked = new AskedLanes({
    isMine: (id) => id !== "another's",
    write: async (ids) => void written.push([...ids]),
    monotonicNow: () => now,
    onError: () => {},
  });
  asked.asked(["mine", "another's"]);
  asked.asked(["mine"]);
  await waitFor(() => written.length === 1, { what: "the answer" });
  now = 999;
  asked.asked(["mine"]);
  now = 1_000;
  asked.asked(["mine"]);
  await waitFor(() => written.length === 2, { what: "the next answer" });
  expect(written).toEqual([["mine"], ["mine"]]);
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { uuidTime, uuidV7 } from "../ids/uuid-v7.ts";
import { ensurePartitions } from "../partitions/ensure-partitions.ts";
import { openPool } from "../pools/pools.ts";
import { HOUR_MS, ReplayWorld } from "./test-support/replay-world.ts";

let world: ReplayWorld;

beforeAll(async () => {
  world = await ReplayWorld.create();
});
afterAll(() => world.close());
beforeEach(() => world.subscribe());

test("C45: a replay is a new delivery of the next generation, attempts from none, and the original points at it and is not dead weight any more", async () => {
  const [original] = (await world.final({ n: 2 })) as [string, string];
  const replayed = await world.replay(original);
  expect(replayed).toMatchObject({ kind: "replayed", generation: 1, shard: world.sub.shard });
  const [row] = await world.generation(1);
  expect(row).toMatchObject({ id: (replayed as { deliveryId: string }).deliveryId, state: "pending", class: "catch_up", attempt: 0 });
  expect(Math.abs(uuidTime(row?.id as string) - Date.now())).toBeLessThan(10_000);
  expect((await world.generation(0))[0]).toMatchObject({ id: original, state: "dead", replayed_by: row?.id, event_id: row?.event_id });
  expect(await world.books()).toMatchObject({ backlog: 1, bytes: 10, dead: 1, oldest: expect.any(Date) });
});

test("C45: a double click makes one replay, also when both come at once, and a click on the original later means the newest generation", async () => {
  const [original] = (await world.final({ n: 1 })) as [string];
  const clicks = await Promise.all(Array.from({ length: 5 }, () => world.replay(original)));
  const ids = clicks.map((click) => (click as { deliveryId: string }).deliveryId);
  expect(new Set(ids).size).toBe(1);
  expect(clicks.filter(({ kind }) => kind === "replayed")).toHaveLength(1);
  expect(await world.send("delivered")).toBe(1);
  expect(await world.replay(original)).toMatchObject({ kind: "replayed", generation: 2 });
  expect((await world.generation(1))[0]).toMatchObject({ state: "delivered", replayed_by: (await world.generation(2))[0]?.id });
  expect(await world.books()).toMatchObject({ backlog: 1, dead: 0, oldest: null });
});

test("what is under way, stopped, gone or another tenant's is not replayed, and each has its own answer", async () => {
  const [open] = (await world.final({ n: 1, state: "pending" })) as [string];
  expect(await world.replay(open)).toEqual({ kind: "not_final" });
  const [erased, kept] = (await world.final({ n: 2 })) as [string, string];
  await world.pool.query("UPDATE events SET body = NULL WHERE id = (SELECT event_id FROM deliveries WHERE id = $1)", [erased]);
  expect(await world.replay(erased)).toEqual({ kind: "payload_gone" });
  expect(await world.replay(kept, uuidV7(Date.now()))).toEqual({ kind: "unknown" });
  for (const state of ["disabled", "deleted"]) {
    await world.setState(state);
    expect(await world.replay(kept)).toEqual({ kind: "stopped", state });
  }
  expect(await world.generation(1)).toEqual([]);
});

test("an event older than payloads are kept for replays is refused, whatever is left of it", async () => {
  const owner = openPool({ url: world.database.url, applicationName: "test", max: 1, onError: () => {} });
  const old = 31 * 24 * HOUR_MS;
  const session = await owner.connect();
  await ensurePartitions(session, Date.now() - old);
  session.release();
  await owner.end();
  const [id] = (await world.final({ n: 1, ageMs: old })) as [string];
  expect(await world.replay(id)).toEqual({ kind: "payload_gone" });
  expect(await world.work(await world.start())).toMatchObject({ state: "completed", selected: 0 });
});

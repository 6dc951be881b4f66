import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "../pools/in-transaction.ts";
import { discoverLanes } from "../queries/discover-lanes.ts";
import { endPending } from "../queries/end-pending.ts";
import { advanceReplay } from "./advance-replay.ts";
import { nextReplayStep, reviveReplayJobs } from "./change-replay-job.ts";
import { ReplayWorld, rules } from "./test-support/replay-world.ts";

let world: ReplayWorld;

beforeAll(async () => {
  world = await ReplayWorld.create();
});
afterAll(() => world.close());
beforeEach(() => world.subscribe());

test("cancelling ends what is pending, counts it and what was never queued as cancelled, and lets what is in flight end as it does", async () => {
  await world.final({ n: 50 });
  const id = await world.start();
  await world.work(id, { ahead: () => 20 });
  const [inFlight] = await world.claim(1);
  expect(await world.change(id, "cancel")).toMatchObject({ kind: "changed", to: "cancelled" });
  expect(await world.work(id)).toMatchObject({ state: "cancelled", selected: 50, queued: 20, cancelled: 19, finishedMs: null });
  expect((await world.generation(1)).filter(({ reason }) => reason === "replay_cancelled")).toHaveLength(19);
  const { rows } = await world.pool.query("SELECT sum(dead)::integer AS dead FROM rollup_minutes WHERE subscription_id = $1", [
    world.sub.id,
  ]);
  expect(rows[0]?.dead).toBe(19);
  expect(await world.books()).toMatchObject({ backlog: 1, dead: 49 });
  await world.pool.query("UPDATE deliveries SET state = 'pending', class = 'retry', lease_token = NULL WHERE id = $1", [inFlight?.id]);
  expect(await world.work(id)).toMatchObject({ cancelled: 20, finishedMs: expect.any(Number) });
  expect(await world.change(id, "cancel")).toEqual({ kind: "same" });
  for (const verb of ["pause", "resume"] as const) expect(await world.change(id, verb)).toEqual({ kind: "ended", state: "cancelled" });
});

test("pausing holds what is pending out of every lane's reach without losing its times, and resuming gives it back", async () => {
  await world.final({ n: 30 });
  const id = await world.start();
  await world.work(id, { ahead: () => 10 });
  await world.pool.query(
    "UPDATE deliveries SET class = 'retry', attempt = 1, next_attempt_at = now() + interval '1 hour' WHERE id = (SELECT id FROM deliveries WHERE subscription_id = $1 AND generation = 1 ORDER BY id LIMIT 1)",
    [world.sub.id],
  );
  expect(await world.change(id, "pause")).toMatchObject({ to: "paused" });
  expect(await world.work(id, { ahead: () => 10 })).toMatchObject({ state: "paused", queued: 10 });
  const held = await world.generation(1);
  expect(held.map((row) => [row.state, row.class, row.reason])).toEqual(
    Array.from({ length: 10 }, () => ["pending", "held", "replay_paused"]),
  );
  expect(await world.send("delivered")).toBe(0);
  expect((await discoverLanes(world.pool, Date.now(), [7])).filter((lane) => lane.subscriptionId === world.sub.id)).toEqual([]);
  expect(await world.change(id, "pause")).toEqual({ kind: "same" });
  expect(await world.change(id, "resume")).toMatchObject({ to: "running" });
  expect(await world.work(id, { ahead: () => 10 })).toMatchObject({ state: "running", queued: 11 });
  const classes = (await world.generation(1)).map((row) => row.class).sort();
  expect(classes).toEqual([...Array.from({ length: 10 }, () => "catch_up"), "retry"]);
  expect(await world.send("delivered")).toBe(10);
});

test("a paused job can be cancelled, and a job can be paused before it has been counted", async () => {
  await world.final({ n: 10 });
  const id = await world.start();
  expect(await world.change(id, "pause")).toMatchObject({ from: "queued", to: "paused" });
  expect(await world.work(id)).toMatchObject({ state: "paused", selected: 0, queued: 0 });
  expect(await world.change(id, "resume")).toMatchObject({ to: "queued" });
  expect(await world.work(id, { ahead: () => 4 })).toMatchObject({ selected: 10, queued: 4 });
  await world.change(id, "pause");
  await world.work(id);
  await world.change(id, "cancel");
  expect(await world.work(id)).toMatchObject({ state: "cancelled", cancelled: 4, finishedMs: expect.any(Number) });
});

test("of a job only one chain of steps is alive: a step that was overtaken does nothing", async () => {
  await world.final({ n: 5 });
  const id = await world.start();
  await advanceReplay(world.pool, id, 0, Date.now(), rules);
  await inTransaction(world.pool, async (client) => {
    expect(await nextReplayStep(client, id, 0)).toBe(1);
    expect(await nextReplayStep(client, id, 0)).toBeUndefined();
  });
  expect(await advanceReplay(world.pool, id, 0, Date.now(), rules)).toEqual({ kind: "ended" });
  expect(await world.generation(1)).toEqual([]);
  expect(await world.work(id)).toMatchObject({ queued: 5 });
});

test("a chain that has come to rest is begun anew, one that moves and one that is paused are left alone", async () => {
  const [resting, moving, paused] = [
    await world.start({ sinceMs: 1 }),
    await world.start({ sinceMs: 2 }),
    await world.start({ sinceMs: 3 }),
  ];
  await world.change(paused, "pause");
  await world.pool.query("UPDATE replay_jobs SET touched_at = now() - interval '1 minute' WHERE id = ANY($1::uuid[])", [[resting, paused]]);
  const revived = await inTransaction(world.pool, (client) => reviveReplayJobs(client, 30_000, 1_000));
  expect(revived.filter(({ id }) => [resting, moving, paused].includes(id))).toEqual([{ id: resting, step: 1 }]);
});

test("a paused subscription is queued nothing, a disabled one fails the job and keeps its books", async () => {
  await world.final({ n: 10 });
  const id = await world.start();
  await world.work(id, { ahead: () => 4 });
  await world.setState("paused");
  expect(await world.work(id)).toMatchObject({ state: "running", queued: 4 });
  await world.setState("disabled");
  expect(await world.work(id)).toMatchObject({
    state: "failed",
    failure: "subscription_disabled",
    queued: 4,
    finishedMs: expect.any(Number),
  });
  await endPending(world.pool, Date.now(), world.sub.id, [world.sub.shard], "subscription_disabled", 100);
  expect(await world.job(id)).toMatchObject({ selected: 10, queued: 4, dead: 4 });
});

test("pausing a job leaves an ordered line as it is: live events would wait behind what is held", async () => {
  await world.subscribe({ ordered: true });
  await world.final({ n: 3 });
  const id = await world.start();
  await world.work(id, { ahead: () => 2 });
  await world.change(id, "pause");
  expect(await world.work(id, { ahead: () => 2 })).toMatchObject({ state: "paused", queued: 2 });
  expect((await world.generation(1)).map((row) => row.class)).toEqual(["ordered", "ordered"]);
});

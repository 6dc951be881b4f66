import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { claimOrdered } from "../queries/claim-ordered.ts";
import { reapLeases } from "../queries/reap-leases.ts";
import { recountLanes } from "../queries/recount-lanes.ts";
import { advanceReplay } from "./advance-replay.ts";
import { isDone } from "./replay-job.ts";
import { countSelection, readSelection } from "./replay-selection.ts";
import { HOUR_MS, ReplayWorld, rules, TOKEN } from "./test-support/replay-world.ts";

let world: ReplayWorld;

beforeAll(async () => {
  world = await ReplayWorld.create();
});
afterAll(() => world.close());
beforeEach(() => world.subscribe());

test("a job counts first, then queues each selected delivery once, and is over when all of them are final", async () => {
  await world.final({ n: 1_250 });
  await world.final({ n: 20, state: "delivered" });
  await world.final({ n: 5, state: "pending" });
  const id = await world.start();
  expect(await world.job(id)).toMatchObject({ state: "queued", selected: 0, queued: 0 });
  const fed = await world.work(id);
  expect(fed).toMatchObject({ state: "running", selected: 1_250, queued: 1_250, delivered: 0, fedMs: expect.any(Number) });
  const made = await world.generation(1);
  expect(new Set(made.map(({ event_id }) => event_id)).size).toBe(1_250);
  expect(await world.books()).toMatchObject({ backlog: 1_250, dead: 0, oldest: null });
  expect(await world.send("delivered", 1_000)).toBe(1_000);
  expect(isDone(await world.work(id))).toBe(false);
  expect(await world.send("dead", 1_000)).toBe(250);
  expect(await world.work(id)).toMatchObject({
    state: "completed",
    delivered: 1_000,
    dead: 250,
    cancelled: 0,
    finishedMs: expect.any(Number),
  });
  expect(await world.books()).toMatchObject({ backlog: 0, dead: 250, oldest: expect.any(Date) });
});

test("C45: a batch that runs twice makes each replay once", async () => {
  await world.final({ n: 30 });
  const id = await world.start();
  await world.work(id);
  await world.pool.query("UPDATE replay_jobs SET cursor_id = NULL, fed_at = NULL, queued = 0 WHERE id = $1", [id]);
  await world.pool.query("UPDATE deliveries SET replayed_by = NULL WHERE subscription_id = $1", [world.sub.id]);
  await world.work(id);
  expect(await world.generation(1)).toHaveLength(30);
  expect((await world.pool.query("SELECT count(*) AS n FROM replays WHERE job_id = $1", [id])).rows[0].n).toBe(30);
  expect((await world.books()).backlog).toBe(30);
});

test("types, states and time narrow a selection; test sends and what has a newer generation are never part of it", async () => {
  await world.final({ n: 3, ageMs: 3 * HOUR_MS });
  await world.final({ n: 4, ageMs: 2 * HOUR_MS, type: "order.sent" });
  const [a, b] = (await world.final({ n: 5, state: "delivered" })) as string[];
  await world.pool.query("UPDATE deliveries SET test = true WHERE id = $1", [b]);
  const now = Date.now();
  const count = async (filter: object) =>
    (
      await countSelection(
        world.pool,
        { subscriptionId: world.sub.id, sinceMs: 0, untilMs: now, createdMs: now + 1_000, types: [], states: ["dead"], ...filter },
        undefined,
        1_000,
      )
    ).n;
  expect(await count({})).toBe(7);
  expect(await count({ types: ["order.sent"] })).toBe(4);
  expect(await count({ states: ["delivered", "dead"] })).toBe(11);
  expect(await count({ sinceMs: now - 2.5 * HOUR_MS })).toBe(4);
  expect(await count({ untilMs: now - 2.5 * HOUR_MS })).toBe(3);
  expect(await count({ createdMs: now - 0.5 * HOUR_MS })).toBe(0);
  await world.replay(a as string);
  expect(await count({ states: ["delivered", "dead"] })).toBe(10);
});

test("the newest generation of each event in the range counts, though it was made after the range", async () => {
  await world.final({ n: 6, ageMs: 3 * HOUR_MS });
  const filter = { sinceMs: Date.now() - 4 * HOUR_MS, untilMs: Date.now() - 2 * HOUR_MS };
  const first = await world.start(filter);
  expect(await world.work(first)).toMatchObject({ selected: 6 });
  expect(await world.send("dead")).toBe(6);
  await world.age();
  const second = await world.start(filter);
  expect(second).not.toBe(first);
  expect(await world.work(second)).toMatchObject({ selected: 6, queued: 6 });
  expect(await world.generation(2)).toHaveLength(6);
  // Both generations lie in this range, and each event counts once
  expect(await world.send("dead")).toBe(6);
  await world.age();
  expect(await world.work(await world.start())).toMatchObject({ selected: 6, queued: 6 });
});

test("a selection read in pages of any size holds each delivery once, in order, and counts the same", async () => {
  const old = await world.final({ n: 7, ageMs: 5 * HOUR_MS });
  await world.final({ n: 5, ageMs: 5 * HOUR_MS, state: "delivered" });
  await world.final({ n: 2, ageMs: HOUR_MS });
  for (const id of old.slice(0, 3)) await world.replay(id);
  await world.send("dead");
  const now = Date.now();
  const selection = {
    subscriptionId: world.sub.id,
    sinceMs: now - 6 * HOUR_MS,
    untilMs: now - 4 * HOUR_MS,
    createdMs: now + 1_000,
    types: ["order.paid"],
    states: ["dead"],
  };
  const replayed = (await world.generation(1)).map(({ id }) => id);
  const expected = [...old.slice(3), ...replayed.sort()];
  for (const [take, limit] of [
    [1, 1],
    [2, 3],
    [3, 2],
    [100, 100],
  ] as const) {
    const ids: string[] = [];
    for (let cursorId: string | undefined, more = true; more; more = cursorId !== undefined) {
      const page = await readSelection(world.pool, selection, cursorId, take, limit);
      ids.push(...page.rows.map(({ id }) => id));
      cursorId = page.cursorId;
    }
    expect(ids).toEqual(expected);
    let n = 0;
    for (let cursorId: string | undefined, more = true; more; more = cursorId !== undefined) {
      const page = await countSelection(world.pool, selection, cursorId, limit);
      n += page.n;
      cursorId = page.cursorId;
    }
    expect(n).toBe(expected.length);
  }
});

test("what dies after a job was asked for is not part of it", async () => {
  await world.final({ n: 2 });
  const id = await world.start();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await world.final({ n: 3 });
  expect(await world.work(id)).toMatchObject({ selected: 2, queued: 2 });
});

test("C45: overlapping jobs share the range without a second delivery, and the books of both add up", async () => {
  await world.final({ n: 40 });
  const [one, two] = [await world.start(), await world.start({ sinceMs: 1 })];
  expect(two).not.toBe(one);
  await advanceReplay(world.pool, one, 0, Date.now(), rules);
  await advanceReplay(world.pool, two, 0, Date.now(), rules);
  expect([(await world.job(one)).selected, (await world.job(two)).selected]).toEqual([40, 40]);
  await Promise.all([world.work(one), world.work(two)]);
  const [a, b] = [await world.job(one), await world.job(two)];
  expect(a.selected + b.selected).toBe(40);
  expect([a.queued, b.queued]).toEqual([a.selected, b.selected]);
  expect(await world.generation(1)).toHaveLength(40);
  await world.send("delivered");
  expect(await world.work(one)).toMatchObject({ state: "completed", delivered: a.selected });
  expect(await world.work(two)).toMatchObject({ state: "completed", delivered: b.selected });
});

test("the same filter again is the same job while it is open, and a new one as soon as it is over", async () => {
  await world.final({ n: 2 });
  const id = await world.start();
  expect(await world.start()).toBe(id);
  expect(await world.start({ states: ["delivered"] })).not.toBe(id);
  await world.work(id);
  expect(await world.start()).toBe(id);
  await world.send("delivered");
  // Over, though no step has written it down yet
  expect(await world.job(id)).toMatchObject({ state: "running" });
  const next = await world.start();
  expect(next).not.toBe(id);
  expect(await world.job(id)).toMatchObject({ state: "completed" });
  expect(await Promise.all([world.start(), world.start(), world.start()])).toEqual([next, next, next]);
});

test("C46: no more is queued than the lane may have waiting and the job may have open, and the rest follows as they go", async () => {
  await world.final({ n: 50 });
  const id = await world.start();
  const few = { ahead: () => 20, maxOpen: () => 30 };
  expect(await world.work(id, few)).toMatchObject({ selected: 50, queued: 20 });
  expect(await world.work(id, few)).toMatchObject({ queued: 20 });
  await world.pool.query(
    "UPDATE deliveries SET class = 'retry', next_attempt_at = now() + interval '1 hour' WHERE subscription_id = $1 AND generation = 1",
    [world.sub.id],
  );
  expect(await world.work(id, few)).toMatchObject({ queued: 30 });
  expect(await world.work(id, few)).toMatchObject({ queued: 30 });
  expect(await world.send("delivered")).toBe(10);
  expect(await world.work(id, few)).toMatchObject({ queued: 40 });
});

test("an ordered subscription's replays go to the end of its line, in their old order, behind what is there and before what comes", async () => {
  await world.subscribe({ ordered: true });
  const ids = await world.final({ n: 3 });
  await world.final({ n: 1, state: "pending" });
  await world.work(await world.start());
  await world.final({ n: 1, state: "pending" });
  const replays = (await world.generation(1)).sort((a, b) => (a.sequence as number) - (b.sequence as number));
  expect(replays.map((row) => [row.sequence, row.class])).toEqual([
    [5, "ordered"],
    [6, "ordered"],
    [7, "ordered"],
  ]);
  const originals = await world.generation(0);
  expect(replays.map((row) => originals.find(({ replayed_by }) => replayed_by === row.id)?.id)).toEqual(ids);
  const { rows } = await world.pool.query("SELECT max(sequence) AS last FROM deliveries WHERE subscription_id = $1", [world.sub.id]);
  expect(rows[0].last).toBe(8);
  expect((await claimOrdered(world.pool, Date.now(), [world.sub.id], TOKEN, 1_000))[0]?.claimed?.attempt).toBe(1);
});

test("at most once: the replay of an unknown outcome is one new attempt, and ends for good when its lease is lost", async () => {
  await world.subscribe({ mode: "at_most_once" });
  await world.final({ n: 1 });
  const id = await world.start();
  await world.work(id);
  expect((await world.generation(1))[0]).toMatchObject({ mode: "at_most_once", attempt: 0 });
  await world.claim(1, -1);
  await reapLeases(world.pool, Date.now(), 10);
  expect((await world.generation(1))[0]).toMatchObject({ state: "dead", reason: "outcome_unknown" });
  expect(await world.work(id)).toMatchObject({ state: "completed", dead: 1 });
});

test("a recount finds the dead that nobody replayed, and since when", async () => {
  await world.final({ n: 4 });
  await world.work(await world.start());
  await world.send("dead", 3);
  await world.pool.query(
    "UPDATE lane_stats SET dead_count = 99, oldest_dead_at = 'epoch', updated_at = now(), recounted_at = NULL WHERE subscription_id = $1",
    [world.sub.id],
  );
  while ((await recountLanes(world.pool, Date.now(), 100)) === 100);
  const { rows } = await world.pool.query("SELECT min(finished_at) AS at FROM deliveries WHERE subscription_id = $1 AND generation = 1", [
    world.sub.id,
  ]);
  expect(await world.books()).toMatchObject({ backlog: 1, dead: 3, oldest: rows[0].at });
});

import { replayBatchS } from "@hooklane/core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "../pools/in-transaction.ts";
import { advanceReplay } from "./advance-replay.ts";
import { reviveReplayJobs } from "./change-replay-job.ts";
import { ReplayWorld, rules } from "./test-support/replay-world.ts";

const PER_S = 4;
const BATCH = PER_S * replayBatchS;
let world: ReplayWorld;

beforeAll(async () => {
  world = await ReplayWorld.create();
});
afterAll(() => world.close());
beforeEach(() => world.subscribe());

/** When each of the job's deliveries is due, in order, in ms. */
async function dueTimes(): Promise<number[]> {
  const { rows } = await world.pool.query<{ at: Date }>(
    "SELECT next_attempt_at AS at FROM deliveries WHERE subscription_id = $1 AND generation = 1 ORDER BY next_attempt_at",
    [world.sub.id],
  );
  return rows.map(({ at }) => at.getTime());
}

test("C46: a job of a chosen rate never makes more than rate x time and one batch, and they are due evenly, at that rate", async () => {
  await world.final({ n: 120 });
  const id = await world.start({ maxPerS: PER_S });
  const startMs = Date.now();
  for (const afterMs of [0, 500, 2_000, 2_100, 4_000, 9_000, 9_001, 12_000]) {
    const { queued, selected } = await world.work(id, {}, startMs + afterMs);
    expect(selected).toBe(120);
    expect(queued).toBeLessThanOrEqual(Math.ceil((PER_S * afterMs) / 1_000) + BATCH);
    expect(queued).toBeGreaterThanOrEqual((PER_S * afterMs) / 1_000);
  }
  const due = await dueTimes();
  expect(due).toHaveLength(12 * PER_S + BATCH);
  for (const [i, at] of due.entries()) expect(Math.abs(at - (startMs + (i * 1_000) / PER_S))).toBeLessThan(due.length);
  const waiting = (await world.generation(1)).filter(({ reason }) => reason === "catch_up");
  expect(waiting).toHaveLength(due.length - 2); // two were due when they were made
});

test("time in which nothing was made is not made up for: neither a pause nor a crash ends in a burst", async () => {
  await world.final({ n: 200 });
  const id = await world.start({ maxPerS: PER_S });
  const startMs = Date.now();
  expect(await world.work(id, {}, startMs)).toMatchObject({ queued: BATCH });
  await world.change(id, "pause");
  await world.work(id, {}, startMs + 1_000);
  await world.change(id, "resume");
  expect(await world.work(id, {}, startMs + 60_000)).toMatchObject({ queued: 2 * BATCH });
  // A crash: the chain is broken in the middle, and is begun anew by the watch
  const { step } = await world.job(id);
  await advanceReplay(world.pool, id, step, startMs + 61_000, rules);
  await world.pool.query("UPDATE replay_jobs SET touched_at = now() - interval '1 minute' WHERE id = $1", [id]);
  await inTransaction(world.pool, (client) => reviveReplayJobs(client, 30_000, 10));
  expect(await world.work(id, {}, startMs + 61_000)).toMatchObject({ queued: 2 * BATCH + PER_S, maxPerS: PER_S });
  expect(await world.work(id, {}, startMs + 3_600_000)).toMatchObject({ queued: 3 * BATCH + PER_S });
});

test("the rate can be changed while the job runs and while it is paused, up, down and away; what is made keeps its times", async () => {
  await world.final({ n: 400 });
  const id = await world.start({ maxPerS: 20 });
  const startMs = Date.now();
  expect(await world.work(id, {}, startMs)).toMatchObject({ queued: 100 });
  expect(await world.setRate(id, 2)).toMatchObject({ kind: "changed", from: 20, to: 2 });
  expect(await world.setRate(id, 2)).toEqual({ kind: "same" });
  expect(await world.work(id, {}, startMs)).toMatchObject({ queued: 100 });
  expect(await world.work(id, {}, startMs + 3_000)).toMatchObject({ queued: 106 });
  await world.change(id, "pause");
  expect(await world.setRate(id, 10)).toMatchObject({ kind: "changed" });
  await world.change(id, "resume");
  expect(await world.work(id, {}, startMs + 8_000)).toMatchObject({ queued: 156 });
  await world.setRate(id, null);
  expect(await world.work(id, {}, startMs + 8_000)).toMatchObject({ queued: 400, maxPerS: null });
});

test("a job that is over, and another tenant's, keep their rate", async () => {
  const id = await world.start({ maxPerS: 3 });
  await world.change(id, "cancel");
  expect(await world.setRate(id, 5)).toEqual({ kind: "ended", state: "cancelled" });
  expect(await world.job(id)).toMatchObject({ maxPerS: 3 });
});

test("no more is made ahead of a lane that stands still than ten seconds of the chosen rate", async () => {
  await world.final({ n: 100 });
  const id = await world.start({ maxPerS: PER_S });
  const ahead = (pacePerS: number) => pacePerS * 10;
  const startMs = Date.now();
  for (let s = 0; s <= 60; s += 2) await world.work(id, { ahead }, startMs + s * 1_000);
  expect(await world.job(id)).toMatchObject({ queued: 10 * PER_S });
});

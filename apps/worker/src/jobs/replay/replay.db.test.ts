import { publicId } from "@hooklane/contracts";
import { defaultPolicyConfig } from "@hooklane/core";
import {
  changeReplayJob,
  createReplayJob,
  inTransaction,
  isDone,
  JobSender,
  type ReplayJobRecord,
  type ReplayJobVerb,
  readReplayJob,
  uuidV7,
} from "@hooklane/db";
import { type Receiver, startReceiver, waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkerWorld, type WorkerWorld } from "../../test-support/worker-world.ts";
import { watchReplays } from "../replay-watch/handler.ts";

const DAY_MS = 86_400_000;
/** How far the clocks of a worker and its database may be apart. */
const CLOCKS_MS = 50;
let receiver: Receiver;
let world: WorkerWorld;
let jobs: JobSender;

beforeAll(async () => {
  receiver = await startReceiver({
    behaviours: {
      back: { kind: "healthy" },
      partly: { kind: "scripted", respond: (_, n) => ({ kind: "status", status: n % 2 === 0 ? 404 : 200 }) },
      held: { kind: "scripted", respond: () => ({ kind: "status", status: 200, delayMs: 100 }) },
      failing: { kind: "status", status: 500 },
      live: { kind: "healthy" },
      paced: { kind: "healthy" },
    },
  });
  world = await createWorkerWorld(
    Object.values(receiver.ports)
      .map((port) => `127.0.0.1:${port}`)
      .join(","),
  );
  jobs = new JobSender(world.database.appUrl, () => {});
  await jobs.start();
  await world.startWorker({ retry: { base_ms: 50, cap_ms: 1_000 } });
});
afterAll(async () => {
  await jobs.stop();
  await world.close();
  await receiver.stop();
});

type Lane = { id: string; shard: number };

/** What an outage leaves: deliveries of an hour ago that nobody took. */
async function deadDeliveries(to: Lane, n: number): Promise<Map<string, string>> {
  const acceptedMs = Date.now() - 3_600_000;
  const events: string[] = [];
  await world.pool.query("UPDATE subscriptions SET state = 'paused' WHERE id = $1", [to.id]);
  for (let i = 0; i < n; i += 100) {
    const batch = Array.from({ length: Math.min(100, n - i) }, (_, k) =>
      world.accept([to], { acceptedMs: acceptedMs + i + k }, {}, { announce: false }),
    );
    events.push(...(await Promise.all(batch)));
  }
  const { rows } = await world.pool.query(
    `UPDATE deliveries SET state = 'dead', reason = 'expired', attempt = 5, finished_at = now() WHERE subscription_id = $1 RETURNING id, event_id`,
    [to.id],
  );
  await world.pool.query("INSERT INTO lane_stats (subscription_id, dead_count) VALUES ($1, $2)", [to.id, n]);
  await world.pool.query("UPDATE subscriptions SET state = 'active' WHERE id = $1", [to.id]);
  return new Map(rows.map((row) => [row.id, row.event_id]));
}

async function start(to: Lane, filter: Record<string, unknown> = {}): Promise<string> {
  return inTransaction(world.pool, async (client) => {
    const range = { sinceMs: Date.now() - DAY_MS, untilMs: Date.now() + DAY_MS, types: [], states: ["dead"], maxPerS: null };
    const job = { id: uuidV7(Date.now()), tenantId: world.tenantId, subscriptionId: to.id, ...range, ...filter };
    const { id } = await createReplayJob(client, job);
    await jobs.send(client, "replay", { job_id: id, step: 0 });
    return id;
  });
}

async function change(id: string, verb: ReplayJobVerb): Promise<void> {
  await inTransaction(world.pool, async (client) => {
    const changed = await changeReplayJob(client, world.tenantId, id, verb);
    if (changed.kind === "changed") await jobs.send(client, "replay", { job_id: id, step: changed.step });
  });
}

const jobOf = async (id: string): Promise<ReplayJobRecord> => (await readReplayJob(world.pool, world.tenantId, id)) as ReplayJobRecord;
const until = (what: string, condition: () => Promise<boolean>) => waitFor(condition, { what, timeoutMs: 60_000, intervalMs: 100 });
const done = (id: string) => until("the job to be over", async () => isDone(await jobOf(id)) || (await jobOf(id)).finishedMs !== null);
const booksOf = async (to: Lane) =>
  (await world.pool.query("SELECT backlog, dead_count AS dead FROM lane_stats WHERE subscription_id = $1", [to.id])).rows[0];

/** How often each event arrived, and under how many keys. */
function arrivals(endpoint: string): { events: Map<string, number>; keys: Map<string, Set<string>> } {
  const events = new Map<string, number>();
  const keys = new Map<string, Set<string>>();
  for (const { headers } of receiver.requests(endpoint)) {
    const id = String(headers["webhook-id"]);
    events.set(id, (events.get(id) ?? 0) + 1);
    keys.set(id, (keys.get(id) ?? new Set()).add(String(headers["idempotency-key"])));
  }
  return { events, keys };
}

test("a bulk replay sends what is dead to an endpoint that is back, each once, from attempt 1 and under its old key, and its books balance", async () => {
  const to = await world.subscribe(receiver.url("back"));
  const dead = await deadDeliveries(to, 150);
  const id = await start(to);
  await done(id);
  expect(await jobOf(id)).toMatchObject({ selected: 150, queued: 150, delivered: 150, dead: 0, cancelled: 0 });
  const { events } = arrivals("back");
  expect([...events.keys()].sort()).toEqual([...dead.values()].map((event) => publicId("event", event)).sort());
  expect(new Set(events.values())).toEqual(new Set([1]));
  expect(new Set(receiver.requests("back").map(({ headers }) => headers["x-attempt"]))).toEqual(new Set(["1"]));
  const { rows } = await world.pool.query(
    "SELECT DISTINCT a.trigger, a.number FROM attempts a JOIN deliveries d ON d.id = a.delivery_id WHERE d.subscription_id = $1",
    [to.id],
  );
  expect(rows).toEqual([{ trigger: "replay", number: 1 }]);
  expect(await booksOf(to)).toEqual({ backlog: 0, dead: 0 });
});

test("C45: a step that is interrupted half-way loses nothing and repeats nothing: what follows goes on at the cursor", async () => {
  const to = await world.subscribe(receiver.url("partly"));
  await deadDeliveries(to, 120);
  const id = await start(to);
  await until("some to be queued", async () => (await jobOf(id)).queued > 0);
  // A crash between commit and the sending of the next step leaves a job that nobody works on
  await world.pool.query("UPDATE replay_jobs SET step = step + 100, touched_at = now() - interval '1 minute' WHERE id = $1", [id]);
  const wakeUp = { announce: () => {} };
  await watchReplays({ pool: world.pool, jobs, now: Date.now, wakeUp, policy: defaultPolicyConfig }, new AbortController().signal);
  await done(id);
  const job = await jobOf(id);
  expect(job).toMatchObject({ selected: 120, queued: 120, delivered: 60, dead: 60 });
  expect(new Set(arrivals("partly").events.values())).toEqual(new Set([1]));
  expect(await booksOf(to)).toEqual({ backlog: 0, dead: 60 });
});

test("a bulk replay that is over is told to its tenant once, with what became of it", async () => {
  const to = await world.subscribe(receiver.url("partly"), { event_types: ["order.*"] });
  const listener = await world.subscribe(receiver.url("live"), { event_types: ["hooklane.replay.*"] });
  await deadDeliveries(to, 4);
  const id = await start(to);
  await done(id);
  const news = async () => {
    const { rows } = await world.pool.query(
      `SELECT d.state, convert_from(e.body, 'UTF8')::json -> 'data' AS data FROM events e JOIN deliveries d ON d.event_id = e.id
       WHERE d.subscription_id = $1 AND convert_from(e.body, 'UTF8')::json -> 'data' ->> 'job_id' = $2`,
      [listener.id, publicId("job", id)],
    );
    return rows;
  };
  await until("the news", async () => (await news())[0]?.state === "delivered");
  await watchReplays(
    { pool: world.pool, jobs, now: Date.now, wakeUp: { announce: () => {} }, policy: defaultPolicyConfig },
    new AbortController().signal,
  );
  expect(await news()).toEqual([
    {
      state: "delivered",
      data: {
        subscription_id: publicId("subscription", to.id),
        url: receiver.url("partly"),
        job_id: publicId("job", id),
        state: "completed",
        selected: 4,
        delivered: 2,
        dead: 2,
        cancelled: 0,
        finished_at: expect.any(String),
      },
    },
  ]);
});

test("C45: two overlapping jobs send each event once, and their books add up", async () => {
  const to = await world.subscribe(receiver.url("held"));
  const dead = await deadDeliveries(to, 60);
  const [one, two] = [await start(to), await start(to, { sinceMs: 0 })];
  await Promise.all([done(one), done(two)]);
  const [a, b] = [await jobOf(one), await jobOf(two)];
  expect([a.selected + b.selected, a.delivered + b.delivered]).toEqual([60, 60]);
  const { events, keys } = arrivals("held");
  expect(events.size).toBe(dead.size);
  expect(new Set(events.values())).toEqual(new Set([1]));
  expect(new Set([...keys.values()].map((set) => set.size))).toEqual(new Set([1]));
});

test("C46: a paused job sends nothing more until it is resumed, and live events go on meanwhile", async () => {
  const to = await world.subscribe(receiver.url("live"));
  await deadDeliveries(to, 200);
  const id = await start(to);
  await until("some to be delivered", async () => (await jobOf(id)).delivered > 0);
  await change(id, "pause");
  // Held as a whole once nothing of it is pending elsewhere, nor in flight
  const open = async (where: string) =>
    (
      await world.pool.query(`SELECT count(*)::int AS n FROM deliveries WHERE subscription_id = $1 AND generation = 1 AND ${where}`, [
        to.id,
      ])
    ).rows[0].n;
  await until("all of it to be held", async () => (await open("state IN ('pending', 'inflight') AND class <> 'held'")) === 0);
  const held = await open("class = 'held' AND state = 'pending'");
  expect(held).toBeGreaterThan(0);
  const live = await world.accept([to]);
  const { rows } = await world.pool.query("SELECT id FROM deliveries WHERE event_id = $1", [live]);
  await until("the live event", async () =>
    (await world.deliveries(to.id)).some((row) => row.id === rows[0].id && row.state === "delivered"),
  );
  expect(await open("class = 'held' AND state = 'pending'")).toBe(held);
  await change(id, "resume");
  await done(id);
  expect(await jobOf(id)).toMatchObject({ selected: 200, delivered: 200, dead: 0 });
});

test("a job whose endpoint still fails queues little, and cancelling it ends all of that", async () => {
  const to = await world.subscribe(receiver.url("failing"), { retry_policy: { base_ms: 60_000 } });
  await deadDeliveries(to, 1_500);
  const id = await start(to);
  await until("attempts to fail", async () => (await world.deliveries(to.id)).some(({ last_status }) => last_status === 500));
  await change(id, "cancel");
  await until("the job to end", async () => (await jobOf(id)).finishedMs !== null);
  const job = await jobOf(id);
  expect(job.queued).toBeLessThan(1_000);
  expect(job).toMatchObject({ state: "cancelled", selected: 1_500, delivered: 0, cancelled: job.queued });
  expect(await booksOf(to)).toEqual({ backlog: 0, dead: 1_500 });
  expect((await world.deliveries(to.id)).filter(({ state }) => state === "pending" || state === "inflight")).toEqual([]);
});

test("C46: a job of a chosen rate arrives no faster than that, though its endpoint would take more", async () => {
  const to = await world.subscribe(receiver.url("paced"));
  await deadDeliveries(to, 45);
  const id = await start(to, { maxPerS: 10 });
  await done(id);
  expect(await jobOf(id)).toMatchObject({ selected: 45, delivered: 45, maxPerS: 10 });
  const { rows } = await world.pool.query<{ due: number; early: number }>(
    `SELECT (extract(epoch FROM d.next_attempt_at) * 1000)::float8 AS due,
       (extract(epoch FROM d.next_attempt_at - a.started_at) * 1000)::float8 AS early
     FROM deliveries d JOIN attempts a ON a.delivery_id = d.id WHERE d.subscription_id = $1 AND d.generation = 1 ORDER BY 1`,
    [to.id],
  );
  const first = rows[0]?.due ?? 0;
  for (const [i, { due, early }] of rows.entries()) {
    expect(due - first).toBeGreaterThanOrEqual(i * 100 - 1);
    expect(early).toBeLessThanOrEqual(CLOCKS_MS);
  }
});

test("a delivered event is sent again when it is asked for", async () => {
  const to = await world.subscribe(receiver.url("back"));
  await world.accept([to]);
  await until("it to be delivered", async () => (await world.deliveries(to.id))[0]?.state === "delivered");
  const id = await start(to, { states: ["delivered"] });
  await done(id);
  expect(await jobOf(id)).toMatchObject({ selected: 1, delivered: 1 });
  const { rows } = await world.pool.query("SELECT event_id FROM deliveries WHERE subscription_id = $1 LIMIT 1", [to.id]);
  expect(arrivals("back").events.get(publicId("event", rows[0].event_id))).toBe(2);
});

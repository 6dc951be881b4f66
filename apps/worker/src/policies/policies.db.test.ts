import { CIRCUITS_CHANNEL, openPool, shardOf } from "@hooklane/db";
import { type Receiver, startReceiver, waitFor } from "@hooklane/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorkerWorld, type WorkerWorld } from "../test-support/worker-world.ts";

const MINUTE_MS = 60_000;
const breaker = { min_attempts: 3, open_ms: MINUTE_MS };
let receiver: Receiver;
let world: WorkerWorld;

beforeAll(async () => {
  receiver = await startReceiver({
    behaviours: {
      down: { kind: "status", status: 500 },
      refusing: { kind: "status", status: 401 },
      good: { kind: "healthy" },
      slow: { kind: "slow", delayMs: 30 },
    },
  });
});
afterAll(() => receiver.stop());
beforeEach(async () => {
  const allow = Object.values(receiver.ports).map((port) => `127.0.0.1:${port}`);
  world = await createWorkerWorld(allow.join(","));
});
afterEach(async () => {
  await world.close();
  receiver.set("down", { kind: "status", status: 500 });
});

const until = (what: string, condition: () => Promise<boolean>) => waitFor(condition, { what, timeoutMs: 20_000 });
const acceptMany = async (to: { id: string; shard: number }, n: number) => {
  for (let i = 0; i < n; i++) await world.accept([to]);
};
const ended = (id: string, n: number) =>
  until(
    `${n} ended`,
    async () => (await world.deliveries(id)).filter(({ state }) => state === "delivered" || state === "dead").length === n,
  );
const stored = async (id: string) =>
  (await world.pool.query("SELECT state, live, config_error FROM lane_states WHERE subscription_id = $1", [id])).rows[0];
const opened = (id: string) => until("the open circuit to be stored", async () => (await stored(id))?.state.circuit.phase === "open");
const refusedFor = (id: string, reason: string) =>
  until(`a refusal for ${reason}`, async () => {
    const refusals: { reason: string }[] = Object.values((await stored(id))?.live?.refusals ?? {});
    return refusals.some((refusal) => refusal.reason === reason);
  });

test("a circuit that opened stays open through a restart, and what waits for it says so with the moment of the probe", async () => {
  const to = await world.subscribe(receiver.url("down"));
  const first = await world.startWorker({ breaker });
  await acceptMany(to, 3);
  await opened(to.id);
  const probeAt = (await stored(to.id)).state.circuit.until;
  await first.drain();
  const before = receiver.counts("down").received;

  await world.pool.query("UPDATE lane_states SET live = NULL");
  await world.startWorker({ breaker });
  await world.accept([to]);
  await until("the first attempt's refusal", async () => (await stored(to.id))?.live?.refusals.first !== undefined);
  const { live } = await stored(to.id);
  expect(live.circuit).toEqual({ state: "open", until: probeAt });
  expect(live.refusals.first).toMatchObject({ reason: "circuit_open", until: probeAt });
  expect(receiver.counts("down").received).toBe(before);
});

test("what a circuit opened for is told while it is open, through a restart too", async () => {
  const to = await world.subscribe(receiver.url("down"));
  const first = await world.startWorker({ breaker });
  await acceptMany(to, 3);
  await until("why it opened", async () => (await stored(to.id))?.live?.openedBy != null);
  const openedBy = (await stored(to.id)).live.openedBy;
  expect(openedBy).toMatchObject({ unanswered: 0 });
  expect(openedBy.attempts).toBeGreaterThanOrEqual(3);
  expect(openedBy.failures).toBe(openedBy.attempts);
  await first.drain();
  await world.startWorker({ breaker });
  await world.accept([to]);
  await refusedFor(to.id, "circuit_open");
  expect((await stored(to.id)).live.openedBy).toEqual(openedBy);
});

test("what a failure left is sent once the endpoint is well, though nothing new arrives and the budget affords two retries", async () => {
  receiver.set("down", {
    kind: "scripted",
    respond: ({ headers }) => ({ kind: "status", status: headers["x-attempt"] === "1" ? 500 : 200 }),
  });
  const to = await world.subscribe(receiver.url("down"));
  await acceptMany(to, 12);
  // The first attempts' failures are out of the window when the retries begin
  await world.startWorker({
    breaker: { min_attempts: 1_000, window_ms: 1_000 },
    retry: { base_ms: 6_000, cap_ms: 6_000, jitter: "equal" },
    rate: { start_per_s: 1_000 },
    budget: { burst: 2 },
  });
  await ended(to.id, 12);
  expect((await world.deliveries(to.id)).map(({ state, attempt }) => `${state} ${attempt}`)).toEqual(Array(12).fill("delivered 2"));
});

test("how far a recovery is is told every few seconds, without anything else happening", async () => {
  const to = await world.subscribe(receiver.url("down"));
  await world.startWorker({ breaker: { min_attempts: 3, open_ms: 500 } });
  await acceptMany(to, 3);
  await opened(to.id);
  receiver.set("down", { kind: "healthy" });
  await until("the recovery", async () => (await stored(to.id))?.live?.ramp != null);
  const { at } = (await stored(to.id)).live;
  await until("the next telling", async () => (await stored(to.id)).live.at > at);
});

test("one probe goes out when the time comes, and a good answer brings the lane's retries back before they are due", async () => {
  const to = await world.subscribe(receiver.url("down"), { retry_policy: { base_ms: 3_600_000, cap_ms: 3_600_000, jitter: "equal" } });
  await world.startWorker({ breaker: { min_attempts: 3, open_ms: 3_000 } });
  await acceptMany(to, 3);
  await opened(to.id);
  receiver.set("down", { kind: "healthy" });
  // The probe; the others are retries whose own time comes in half an hour or later
  await world.accept([to]);
  await ended(to.id, 4);
  expect((await stored(to.id)).live).toBeDefined();
});

test("enabling a disabled subscription begins anew: nothing that its endpoint did before is held against it", async () => {
  const to = await world.subscribe(receiver.url("down"));
  await world.startWorker({ breaker });
  await acceptMany(to, 3);
  await opened(to.id);
  receiver.set("down", { kind: "healthy" });
  const disabledAt = Date.now();
  await world.pool.query("UPDATE subscriptions SET state = 'disabled' WHERE id = $1", [to.id]);
  await until("the worker to see it", async () => (await stored(to.id)).live.at > disabledAt);
  await world.pool.query("UPDATE subscriptions SET state = 'active' WHERE id = $1", [to.id]);
  await world.accept([to]);
  await until("the new one to be delivered", async () => (await world.deliveries(to.id)).some(({ state }) => state === "delivered"));
});

test("a circuit that another worker opened is open here at once; news of lanes that are not this worker's, and nonsense, change nothing", async () => {
  const to = await world.subscribe(receiver.url("good"));
  const other = await world.subscribe(receiver.url("slow"));
  await world.startWorker();
  await world.accept([to]);
  await ended(to.id, 1);
  const at = Date.now();
  const news = [{ scope: "lane", id: to.id, level: 1, until: at + MINUTE_MS, at: at + 1_000 }];
  const tell = (payload: string) => world.pool.query("SELECT pg_notify($1, $2)", [CIRCUITS_CHANNEL, payload]);
  await tell("no news");
  await tell(JSON.stringify({ from: "elsewhere", news: [{ ...news[0], id: "unknown" }] }));
  await tell(JSON.stringify({ from: "elsewhere", news }));
  await world.accept([to, other]);
  await ended(other.id, 1);
  await refusedFor(to.id, "circuit_open");
  expect(receiver.counts("good").received).toBe(1);
});

test("a subscription that wants no waiting has the retries dead that its budget does not afford", async () => {
  const to = await world.subscribe(receiver.url("down"), {
    retry_policy: { base_ms: 100, cap_ms: 1_000, on_empty_budget: "dead_letter" },
  });
  // One retry is affordable, and no other for minutes
  await world.startWorker({ budget: { ratio: 0, burst: 1 }, breaker: { min_attempts: 1_000 } });
  await acceptMany(to, 3);
  await ended(to.id, 3);
  const deliveries = await world.deliveries(to.id);
  expect(deliveries.map(({ reason }) => reason)).toEqual(["retry_budget", "retry_budget", "retry_budget"]);
  expect(deliveries.reduce((sum, { attempt }) => sum + attempt, 0)).toBe(4);
  const { rows } = await world.pool.query("SELECT dead_count::int AS dead FROM lane_stats WHERE subscription_id = $1", [to.id]);
  expect(rows[0]?.dead).toBe(3);
});

test("an endpoint that refuses everything for one cause is named misconfigured, and not any more when it answers", async () => {
  const to = await world.subscribe(receiver.url("refusing"));
  await world.startWorker({ config_error: { min: 5 } });
  await acceptMany(to, 5);
  const openEpisode = async () => (await stored(to.id))?.config_error?.episode.open;
  await until("the configuration error", async () => (await openEpisode()) != null);
  expect(await openEpisode()).toMatchObject({ cause: "http_401", httpStatus: 401, share: 1 });
  receiver.set("refusing", { kind: "healthy" });
  await acceptMany(to, 1);
  await until("its end", async () => (await openEpisode()) === null);
  receiver.set("refusing", { kind: "status", status: 401 });
});

const newsOf = async (listener: { id: string }): Promise<{ type: string; data: Record<string, unknown> }[]> => {
  const { rows } = await world.pool.query(
    `SELECT e.type, convert_from(e.body, 'UTF8')::json -> 'data' AS data FROM events e JOIN deliveries d ON d.event_id = e.id
     WHERE d.subscription_id = $1 AND d.state = 'delivered' ORDER BY e.id`,
    [listener.id],
  );
  return rows;
};

test("a tenant hears once that a circuit opened, whatever its probes find, and once that it closed", async () => {
  const to = await world.subscribe(receiver.url("down"), { event_types: ["order.*"] });
  const listener = await world.subscribe(receiver.url("good"), { event_types: ["hooklane.circuit.*"] });
  await world.startWorker({ breaker: { min_attempts: 3, open_ms: 300 }, retry: { base_ms: 50, cap_ms: 200 } });
  const before = receiver.counts("down").received;
  await acceptMany(to, 3);
  // The third failure opened it, the next two are probes
  await until("two probes", async () => receiver.counts("down").received >= before + 5);
  receiver.set("down", { kind: "healthy" });
  await until("both news", async () => (await newsOf(listener)).length === 2);
  const [opening, closing] = await newsOf(listener);
  expect(opening).toMatchObject({ type: "hooklane.circuit.opened", data: { url: receiver.url("down"), opened_at: expect.any(String) } });
  expect(closing).toMatchObject({ type: "hooklane.circuit.closed", data: { opened_at: opening?.data.opened_at } });
});

test("a tenant hears of a configuration error and of its end, also when they could not be told at once", async () => {
  const to = await world.subscribe(receiver.url("refusing"), { event_types: ["order.*"] });
  const listener = await world.subscribe(receiver.url("good"), { event_types: ["hooklane.configuration_error.*"] });
  const owner = openPool({ url: world.database.url, applicationName: "test", max: 1, onError: () => {} });
  await owner.query("ALTER FUNCTION takes_operational(text[]) RENAME TO away");
  await world.startWorker({ config_error: { min: 5 } });
  await acceptMany(to, 5);
  await until("the configuration error", async () => (await stored(to.id))?.config_error?.episode.open != null);
  await owner.query("ALTER FUNCTION away(text[]) RENAME TO takes_operational");
  await owner.end();
  await until("the news", async () => (await newsOf(listener)).length === 1);
  receiver.set("refusing", { kind: "healthy" });
  await acceptMany(to, 1);
  await until("the news of its end", async () => (await newsOf(listener)).length === 2);
  receiver.set("refusing", { kind: "status", status: 401 });
  const [opening, end] = await newsOf(listener);
  expect(opening).toMatchObject({ type: "hooklane.configuration_error.opened", data: { cause: "http_401", http_status: 401, share: 1 } });
  expect(end).toMatchObject({ type: "hooklane.configuration_error.resolved", data: { since: opening?.data.since, cause: "http_401" } });
});

test("every fifth grant goes to the oldest work while there is any, and the others to what came within the last minute", async () => {
  const to = await world.subscribe(receiver.url("slow"));
  const old = Date.now() - 10 * MINUTE_MS;
  const [oldEvents, newEvents] = [new Set<string>(), new Set<string>()];
  for (let i = 0; i < 20; i++) oldEvents.add(await world.accept([to], { acceptedMs: old + i }, {}, { announce: false }));
  for (let i = 0; i < 20; i++) newEvents.add(await world.accept([to], {}, {}, { announce: i === 19 }));
  await world.startWorker({ lane: { start: 1, min: 1, headroom: 1 } });
  await ended(to.id, 40);
  const { rows } = await world.pool.query<{ event_id: string }>(
    "SELECT d.event_id FROM attempts a JOIN deliveries d ON d.id = a.delivery_id WHERE d.subscription_id = $1 ORDER BY a.started_at",
    [to.id],
  );
  const isOld = rows.map(({ event_id }) => oldEvents.has(event_id));
  const firstRounds = isOld.slice(0, 20).filter(Boolean).length;
  expect(firstRounds).toBeGreaterThanOrEqual(4);
  expect(firstRounds).toBeLessThanOrEqual(8);
  expect(newEvents.size + oldEvents.size).toBe(rows.length);
});

test("a host has the cap that the operator gave it, over all its subscriptions", async () => {
  const lanes = [await world.subscribe(receiver.url("slow", "/a")), await world.subscribe(receiver.url("slow", "/b"))];
  await world.pool.query("INSERT INTO host_limits (host, cap) VALUES ($1, 1)", [new URL(receiver.url("slow")).host]);
  await world.startWorker();
  for (let i = 0; i < 10; i++) await world.accept(lanes);
  for (const { id } of lanes) await ended(id, 10);
  const { rows } = await world.pool.query<{ start: number; end: number }>(
    "SELECT (extract(epoch FROM started_at) * 1000)::float8 AS start, (extract(epoch FROM started_at) * 1000)::float8 + duration_ms AS end FROM attempts ORDER BY started_at",
  );
  expect(rows.length).toBe(20);
  for (const [i, { start }] of rows.entries()) if (i > 0) expect(start).toBeGreaterThanOrEqual((rows[i - 1]?.end ?? 0) - 5);
});

test("what arrives is measured from what was accepted, not from what could be sent", async () => {
  const to = await world.subscribe(receiver.url("good"));
  await world.pool.query("INSERT INTO lane_stats (subscription_id, arrived) VALUES ($1, 1000)", [to.id]);
  await world.startWorker();
  await world.accept([to]);
  await ended(to.id, 1);
  const rate = async () => (await stored(to.id))?.state.measure.arrivalPerS ?? 0;
  await until("an arrival rate", async () => {
    await world.pool.query("UPDATE lane_stats SET arrived = arrived + 100 WHERE subscription_id = $1", [to.id]);
    await world.pool.query("SELECT pg_notify('hooklane_due', $1)", [String(shardOf(new URL(receiver.url("good")).host))]);
    await world.accept([to]);
    // News make the lane be stored within seconds
    await world.pool.query("UPDATE subscriptions SET state = CASE state WHEN 'active' THEN 'paused' ELSE 'active' END WHERE id = $1", [
      to.id,
    ]);
    return (await rate()) > 20;
  });
});

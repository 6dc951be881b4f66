import { createTestDatabase, type TestDatabase, waitFor } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { openHotPool } from "../pools/pools.ts";
import { type Claim, type ClaimedDelivery, claimDeliveries } from "./claim-deliveries.ts";
import { claimOrdered } from "./claim-ordered.ts";
import { discoverLanes } from "./discover-lanes.ts";
import { endClaimed } from "./end-claimed.ts";
import { endPending } from "./end-pending.ts";
import { expireDeliveries } from "./expire-deliveries.ts";
import { insertEvents, type NewDelivery, type NewEvent } from "./insert-events.ts";
import { listAttempts } from "./list-attempts.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { loadEvents } from "./load-events.ts";
import { readIdempotencyKeys } from "./read-idempotency-keys.ts";
import { reapLeases } from "./reap-leases.ts";
import { recountLanes } from "./recount-lanes.ts";
import { releaseClaimed } from "./release-claimed.ts";
import { type Settlement, settleAttempts } from "./settle-attempts.ts";

const LEASE_MS = 90_000;
let database: TestDatabase;
let pool: pg.Pool;
let tenantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openHotPool({ url: database.appUrl, applicationName: "test", max: 4, onError: () => {} });
  tenantId = uuidV7(Date.now());
  await pool.query("INSERT INTO tenants (id, name) VALUES ($1, 'Acme')", [tenantId]);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query("DELETE FROM deliveries");
  await pool.query("DELETE FROM lane_stats");
});

async function subscription(fields: { state?: string; shard?: number } = {}): Promise<{ id: string; shard: number }> {
  const id = uuidV7(Date.now());
  const shard = fields.shard ?? 7;
  await pool.query(
    `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard, state) VALUES ($1, $2, 'https://rx.example/', 'rx.example:443', '{*}', $3, $4)`,
    [id, tenantId, shard, fields.state ?? "active"],
  );
  return { id, shard };
}

const owed = (to: { id: string; shard: number }, fields: Partial<NewDelivery> = {}): NewDelivery => ({
  subscriptionId: to.id,
  shard: to.shard,
  class: "first",
  mode: "at_least_once",
  state: "pending",
  reason: null,
  deadlineMs: Date.now() + 86_400_000,
  ...fields,
});

function event(deliveries: NewDelivery[], fields: Partial<NewEvent> = {}): NewEvent {
  const acceptedMs = fields.acceptedMs ?? Date.now();
  return {
    id: uuidV7(acceptedMs),
    tenantId,
    type: "order.paid",
    body: Buffer.from('{"data":1}'),
    dataOffset: 8,
    dataLength: 1,
    acceptedMs,
    idempotency: undefined,
    fanOut: "done",
    deliveries,
    ...fields,
  };
}

const claimOf = (to: { id: string; shard: number }, n: number, fields: Partial<Claim> = {}): Claim => ({
  shard: to.shard,
  subscriptionId: to.id,
  class: "first",
  dueAfterMs: Number.NEGATIVE_INFINITY,
  dueBeforeMs: Date.now() + 1_000,
  n,
  ...fields,
});

const TOKEN = "0193b1f0-7a5e-4cc1-8d2e-4a1b2c3d4e5f";
const claimNow = (claims: Claim[], token = TOKEN): Promise<ClaimedDelivery[]> => claimDeliveries(pool, Date.now(), claims, token, LEASE_MS);

const result = (delivery: ClaimedDelivery, fields: Partial<Settlement> = {}): Settlement => ({
  deliveryId: delivery.id,
  leaseToken: TOKEN,
  number: delivery.attempt,
  state: "delivered",
  class: delivery.class,
  failure: 0,
  nextAttemptMs: delivery.dueMs,
  delayMs: null,
  reason: null,
  success: true,
  totalMs: 12,
  startedMs: Date.now(),
  outcome: "delivered",
  cause: "http_2xx",
  trigger: "event",
  status: 200,
  durationMs: 3,
  dnsMs: null,
  connectMs: 1,
  tlsMs: null,
  firstByteMs: 2,
  remoteAddress: "192.0.2.1",
  requestHeaders: "[]",
  responseHeaders: "[]",
  responseBody: Buffer.from("ok"),
  bodyTruncated: false,
  error: null,
  ...fields,
});

const stateOf = async (id: string) =>
  (await pool.query(`SELECT state, reason, attempt, failures, lease_token, class FROM deliveries WHERE id = $1`, [id])).rows[0];
const booksOf = async (id: string) =>
  (await pool.query(`SELECT backlog, backlog_bytes AS bytes, dead_count AS dead FROM lane_stats WHERE subscription_id = $1`, [id])).rows[0];

test("an event and its deliveries are written together, bytes as given, and found again by the event's id", async () => {
  const to = await subscription();
  const body = Buffer.from('{"data":{ "b":1, "a":12345678901234567890, "c":"x\\u0000y" }}');
  const written = event([owed(to)], { body, dataOffset: 8, dataLength: body.length - 9 });
  expect(await insertEvents(pool, [written])).toEqual(new Set([written.id]));
  const [stored] = await loadEvents(pool, Date.now(), [written.id, uuidV7(Date.now())]);
  expect(stored?.body?.equals(body)).toBe(true);
  expect(await listDeliveries(pool, { subscriptionId: to.id, limit: 10 })).toMatchObject([
    { eventId: written.id, state: "pending", eventType: "order.paid" },
  ]);
});

test("an idempotency key is taken once: the loser writes nothing and finds the winner's answer", async () => {
  const to = await subscription();
  const idempotency = { key: "k-1", fingerprint: Buffer.from("f") };
  const batch = [event([owed(to)], { idempotency }), event([owed(to)], { idempotency }), event([owed(to)])];
  const won = await insertEvents(pool, batch);
  expect(won.size).toBe(2);
  const again = event([owed(to)], { idempotency });
  expect(await insertEvents(pool, [again])).toEqual(new Set());
  const [kept] = await readIdempotencyKeys(pool, [{ tenantId, key: "k-1" }]);
  expect(won.has(kept?.eventId as string)).toBe(true);
  expect(kept).toMatchObject({ deliveries: 1 });
  const { rows } = await pool.query("SELECT count(*) AS n FROM deliveries WHERE subscription_id = $1", [to.id]);
  expect(rows[0].n).toBe(2);
});

test("batches that hold the same keys in opposite orders do not deadlock, and each key makes one event", async () => {
  const to = await subscription();
  const keys = Array.from({ length: 40 }, (_, i) => `crossed-${i}`);
  const batch = (order: string[]) => order.map((key) => event([owed(to)], { idempotency: { key, fingerprint: Buffer.from(key) } }));
  const runs = Array.from({ length: 8 }, (_, i) => insertEvents(pool, batch(i % 2 ? keys : [...keys].reverse())));
  const won = (await Promise.all(runs)).flatMap((ids) => [...ids]);
  expect(won.length).toBe(keys.length);
});

test("discovery finds each lane once per class with its first due time, and no lane of another shard", async () => {
  const a = await subscription({ shard: 1 });
  const b = await subscription({ shard: 1 });
  const other = await subscription({ shard: 2 });
  const early = Date.now() - 5_000;
  await insertEvents(pool, [
    event([owed(a)], { acceptedMs: early }),
    event([owed(a), owed(b), owed(other)]),
    event([owed(a, { class: "retry" })]),
  ]);
  const found = await discoverLanes(pool, Date.now(), [1]);
  expect(found.map((lane) => [lane.subscriptionId, lane.class]).sort()).toEqual(
    [
      [a.id, "first"],
      [a.id, "retry"],
      [b.id, "first"],
    ].sort(),
  );
  expect(found.find((lane) => lane.subscriptionId === a.id && lane.class === "first")?.firstDueMs).toBe(early);
  expect(await discoverLanes(pool, Date.now(), [])).toEqual([]);
});

test("a claim takes at most what was granted, oldest first, and only what is due", async () => {
  const to = await subscription();
  const base = Date.now() - 60_000;
  await insertEvents(
    pool,
    Array.from({ length: 5 }, (_, i) => event([owed(to)], { acceptedMs: base + i * 1_000 })),
  );
  await insertEvents(pool, [event([owed(to)], { acceptedMs: Date.now() + 60_000 })]);
  const first = await claimNow([claimOf(to, 2)]);
  expect(first.map((row) => row.dueMs).sort()).toEqual([base, base + 1_000]);
  expect(first[0]).toMatchObject({ attempt: 1, failures: 0, subscriptionVersion: 1 });
  expect((await claimNow([claimOf(to, 100)])).length).toBe(3);
  expect(await claimNow([claimOf(to, 100)])).toEqual([]);
});

test("a claim of the latest first takes what fell due last, of what fell due after a moment, beside the oldest of the same lane", async () => {
  const to = await subscription();
  const base = Date.now() - 60_000;
  await insertEvents(
    pool,
    Array.from({ length: 8 }, (_, i) => event([owed(to)], { acceptedMs: base + i * 1_000 })),
  );
  const latest = { dueAfterMs: base + 4_000, latestFirst: true };
  const rows = await claimNow([claimOf(to, 2, latest), claimOf(to, 1)]);
  expect(rows.map((row) => row.dueMs - base).sort()).toEqual([0, 6_000, 7_000]);
  expect((await claimNow([claimOf(to, 100, latest)])).map((row) => row.dueMs - base).sort()).toEqual([4_000, 5_000]);
});

test("a claim brings the event of a delivery that is its only one; what others get as well, is large, or was erased is left to be read", async () => {
  const [to, other] = [await subscription(), await subscription()];
  const body = (bytes: number) => ({ body: Buffer.alloc(bytes, 0xff) });
  const [alone, shared, large, erased] = [
    event([owed(to)], { ...body(8_192), dataOffset: 3, dataLength: 7, geojson: true }),
    event([owed(to), owed(other)]),
    event([owed(to)], body(8_193)),
    event([owed(to)]),
  ] as const;
  await insertEvents(pool, [alone, shared, large, erased]);
  await pool.query("UPDATE events SET body = NULL WHERE id = $1", [erased.id]);
  const claimed = new Map((await claimNow([claimOf(to, 10)])).map((row) => [row.eventId, row]));
  expect(claimed.size).toBe(4);
  const { id, type, body: bytes, dataOffset, dataLength, geojson } = alone;
  expect(claimed.get(id)?.event).toEqual({ id, type, body: bytes, dataOffset, dataLength, geojson });
  for (const { id } of [shared, large, erased]) expect(claimed.get(id)?.event).toBeUndefined();
});

test("two claims at once never get the same delivery", async () => {
  const to = await subscription();
  await insertEvents(
    pool,
    Array.from({ length: 300 }, () => event([owed(to)])),
  );
  const claims = await Promise.all(Array.from({ length: 12 }, () => claimNow([claimOf(to, 40)])));
  const ids = claims.flat().map((row) => row.id);
  expect(ids.length).toBe(300);
  expect(new Set(ids).size).toBe(300);
});

test("paused, disabled and deleted subscriptions are not claimed from, from the moment they change", async () => {
  for (const state of ["paused", "disabled", "deleted"]) {
    const to = await subscription();
    await insertEvents(pool, [event([owed(to)])]);
    await pool.query("UPDATE subscriptions SET state = $2 WHERE id = $1", [to.id, state]);
    expect(await claimNow([claimOf(to, 5)])).toEqual([]);
  }
});

test("a claim reports the subscription's version, which every change and every new secret raises", async () => {
  const to = await subscription();
  await pool.query("UPDATE subscriptions SET description = 'x' WHERE id = $1", [to.id]);
  await pool.query("INSERT INTO subscription_secrets (id, subscription_id, sealed, key_number) VALUES (gen_random_uuid(), $1, '', 1)", [
    to.id,
  ]);
  await insertEvents(pool, [event([owed(to)])]);
  expect((await claimNow([claimOf(to, 1)]))[0]?.subscriptionVersion).toBe(3);
});

test("a settled attempt moves its delivery, is logged, and is booked on lane and roll-up in the same transaction", async () => {
  const to = await subscription();
  await insertEvents(pool, [event([owed(to)]), event([owed(to)]), event([owed(to)])]);
  const [delivered, retried, died] = (await claimNow([claimOf(to, 3)])) as [ClaimedDelivery, ClaimedDelivery, ClaimedDelivery];
  const failed = { success: false, totalMs: null, status: 500, outcome: "failed", cause: "http_5xx", failure: 1 } as const;
  const settled = await settleAttempts(pool, Date.now(), [
    result(delivered),
    result(retried, {
      ...failed,
      state: "pending",
      class: "retry",
      reason: "retry_scheduled",
      nextAttemptMs: Date.now() + 5_000,
      delayMs: 5_000,
    }),
    result(died, { ...failed, state: "dead", reason: "terminal_status", status: 404 }),
  ]);
  expect(settled.length).toBe(3);
  expect(await stateOf(delivered.id)).toMatchObject({ state: "delivered", lease_token: null, failures: 0 });
  expect(await stateOf(retried.id)).toMatchObject({ state: "pending", class: "retry", reason: "retry_scheduled", failures: 1, attempt: 1 });
  expect(await stateOf(died.id)).toMatchObject({ state: "dead", reason: "terminal_status" });
  expect(await booksOf(to.id)).toEqual({ backlog: -2, bytes: -20, dead: 1 });
  const attempts = await listAttempts(pool, [delivered.id, retried.id, died.id]);
  expect(attempts.map((a) => [a.number, a.status]).sort()).toEqual([
    [1, 200],
    [1, 404],
    [1, 500],
  ]);
  const { rows } = await pool.query(
    "SELECT succeeded, failed, delivered, dead, attempt_latency, total_latency FROM rollup_minutes WHERE subscription_id = $1",
    [to.id],
  );
  expect(rows[0]).toMatchObject({ succeeded: 1, failed: 2, delivered: 1, dead: 1 });
  expect(rows[0].attempt_latency[0]).toBe(1);
  expect(rows[0].total_latency[2]).toBe(1);
});

test("C31: response content of any bytes is recorded and read back as it was", async () => {
  const to = await subscription();
  await insertEvents(pool, [event([owed(to)])]);
  const [delivery] = (await claimNow([claimOf(to, 1)])) as [ClaimedDelivery];
  const bytes = Buffer.from([0, 0xff, 0xfe, 0x80, 0x22, 0x5c, 0x0a]);
  await settleAttempts(pool, Date.now(), [result(delivery, { responseBody: bytes, responseHeaders: JSON.stringify([["x", "\0ÿ"]]) })]);
  const [attempt] = await listAttempts(pool, [delivery.id]);
  expect(attempt?.responseBody?.equals(bytes)).toBe(true);
  expect(JSON.parse(String(attempt?.responseHeaders))).toEqual([["x", "\0ÿ"]]);
});

test("a result under another lease token changes nothing, and a result sent twice counts once", async () => {
  const to = await subscription();
  await insertEvents(pool, [event([owed(to)])]);
  const [delivery] = (await claimNow([claimOf(to, 1)])) as [ClaimedDelivery];
  const foreign = result(delivery, { leaseToken: "0193b1f0-7a5e-4cc1-8d2e-ffffffffffff" });
  expect(await settleAttempts(pool, Date.now(), [foreign])).toEqual([]);
  expect(await stateOf(delivery.id)).toMatchObject({ state: "inflight" });
  expect(await settleAttempts(pool, Date.now(), [result(delivery)])).toEqual([delivery.id]);
  expect(await settleAttempts(pool, Date.now(), [result(delivery)])).toEqual([]);
  expect(await booksOf(to.id)).toMatchObject({ backlog: -1 });
});

test("an expired lease returns its delivery at once, under a new attempt number, and the late result is refused", async () => {
  const to = await subscription({ shard: 9 });
  await insertEvents(pool, [event([owed(to)])]);
  const [delivery] = await claimDeliveries(pool, Date.now(), [claimOf(to, 1)], TOKEN, -1);
  expect(await reapLeases(pool, Date.now(), 10)).toEqual([9]);
  expect(await stateOf((delivery as ClaimedDelivery).id)).toMatchObject({ state: "pending", attempt: 1, failures: 0, class: "first" });
  const [again] = (await claimNow([claimOf(to, 1)], "0193b1f0-7a5e-4cc1-8d2e-4a1b2c3d4e50")) as [ClaimedDelivery];
  expect(again.attempt).toBe(2);
  expect(await settleAttempts(pool, Date.now(), [result(delivery as ClaimedDelivery)])).toEqual([]);
  expect(await listAttempts(pool, [again.id])).toMatchObject([{ number: 1, outcome: "lease_lost" }]);
});

test("at most once: an expired lease ends the delivery as outcome_unknown, never pending", async () => {
  const to = await subscription();
  await insertEvents(pool, [event([owed(to, { mode: "at_most_once" })])]);
  const [delivery] = await claimDeliveries(pool, Date.now(), [claimOf(to, 1)], TOKEN, -1);
  await reapLeases(pool, Date.now(), 10);
  expect(await stateOf((delivery as ClaimedDelivery).id)).toMatchObject({ state: "dead", reason: "outcome_unknown" });
  expect(await booksOf(to.id)).toMatchObject({ backlog: -1, dead: 1 });
});

test("a claimed delivery that nothing can be sent for ends dead with its reason and without an attempt", async () => {
  const to = await subscription();
  await insertEvents(pool, [event([owed(to)])]);
  const [delivery] = (await claimNow([claimOf(to, 1)])) as [ClaimedDelivery];
  expect(await endClaimed(pool, Date.now(), [{ deliveryId: delivery.id, leaseToken: TOKEN, reason: "missing_event" }])).toBe(1);
  expect(await stateOf(delivery.id)).toMatchObject({ state: "dead", reason: "missing_event", attempt: 0 });
  expect(await booksOf(to.id)).toMatchObject({ backlog: -1, dead: 1 });
});

test("a claimed delivery that is given back untried is as it was, and the number of the attempt that it did not get is given again", async () => {
  const to = await subscription();
  await insertEvents(pool, [event([owed(to)])]);
  const [delivery] = (await claimNow([claimOf(to, 1)])) as [ClaimedDelivery];
  const lease = { deliveryId: delivery.id, leaseToken: TOKEN, notBeforeMs: 0 };
  expect(await releaseClaimed(pool, Date.now(), { ...lease, leaseToken: crypto.randomUUID() })).toBe(false);
  expect(await releaseClaimed(pool, Date.now(), lease)).toBe(true);
  expect(await releaseClaimed(pool, Date.now(), lease)).toBe(false);
  expect(await stateOf(delivery.id)).toMatchObject({ state: "pending", attempt: 0 });
  expect(await listAttempts(pool, [delivery.id])).toEqual([]);
  expect(await claimNow([claimOf(to, 1)])).toEqual([{ ...delivery, attempt: 1 }]);
  await releaseClaimed(pool, Date.now(), { ...lease, notBeforeMs: Date.now() + 60_000 });
  expect(await claimNow([claimOf(to, 1)])).toEqual([]);
});

test("pending deliveries past their deadline end as expired, whatever class they are in; others are left alone", async () => {
  const to = await subscription({ state: "paused" });
  await insertEvents(pool, [
    event([owed(to, { deadlineMs: Date.now() - 1 })]),
    event([owed(to, { class: "retry", deadlineMs: Date.now() - 1 })]),
    event([owed(to)]),
  ]);
  expect(await expireDeliveries(pool, Date.now(), 1)).toBe(1);
  expect(await expireDeliveries(pool, Date.now(), 10)).toBe(1);
  const { rows } = await pool.query("SELECT state, reason FROM deliveries WHERE subscription_id = $1 ORDER BY state", [to.id]);
  expect(rows.map((row) => row.reason)).toEqual(["expired", "expired", null]);
});

test("an ordered lane yields its head alone: the next follows when the head is final, in the order of commits", async () => {
  const to = await subscription();
  for (let i = 0; i < 3; i++) await insertEvents(pool, [event([owed(to, { class: "ordered" })])]);
  const claimHead = () => claimOrdered(pool, Date.now(), [to.id], TOKEN, LEASE_MS);
  const [head] = await claimHead();
  expect(head?.claimed).toMatchObject({ attempt: 1, class: "ordered" });
  expect((await claimHead())[0]?.claimed).toBeUndefined();
  const first = head?.claimed as ClaimedDelivery;
  const retryAt = Date.now() + 60_000;
  await settleAttempts(pool, Date.now(), [
    result(first, { state: "pending", class: "ordered", success: false, totalMs: null, nextAttemptMs: retryAt, delayMs: 60_000 }),
  ]);
  expect(await claimHead()).toEqual([{ subscriptionId: to.id, headDueMs: retryAt, claimed: undefined }]);
  await pool.query("UPDATE deliveries SET next_attempt_at = now() WHERE id = $1", [first.id]);
  const again = (await claimHead())[0]?.claimed as ClaimedDelivery;
  expect(again.id).toBe(first.id);
  await settleAttempts(pool, Date.now(), [result(again, { state: "dead", reason: "terminal_status", success: false, totalMs: null })]);
  const second = (await claimHead())[0]?.claimed as ClaimedDelivery;
  const { rows } = await pool.query("SELECT id FROM deliveries WHERE subscription_id = $1 ORDER BY sequence", [to.id]);
  expect(rows.map((row) => row.id)).toEqual([first.id, second.id, expect.any(String)]);
});

test("sequences of an ordered lane are unique and gapless under concurrent accepts, several rows of one lane in a batch included", async () => {
  const to = await subscription();
  await Promise.all(
    Array.from({ length: 20 }, () =>
      insertEvents(pool, [event([owed(to, { class: "ordered" })]), event([owed(to, { class: "ordered" })])]),
    ),
  );
  const { rows } = await pool.query<{ sequence: number }>("SELECT sequence FROM deliveries WHERE subscription_id = $1 ORDER BY sequence", [
    to.id,
  ]);
  expect(rows.map((row) => Number(row.sequence))).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
});

test("ending a subscription's pending deliveries takes batches and keeps them as dead", async () => {
  const to = await subscription();
  await insertEvents(
    pool,
    Array.from({ length: 5 }, () => event([owed(to)])),
  );
  expect(await endPending(pool, Date.now(), to.id, [to.shard], "subscription_deleted", 3)).toBe(3);
  expect(await endPending(pool, Date.now(), to.id, [to.shard], "subscription_deleted", 3)).toBe(2);
  expect(await booksOf(to.id)).toMatchObject({ backlog: -5, dead: 5 });
});

test("a recount adds what a lane's books miss of the ledger, and nothing for deliveries that may be booked in a moment", async () => {
  const to = await subscription();
  const quiet = Date.now() - 60_000;
  await insertEvents(pool, [event([owed(to)], { acceptedMs: quiet }), event([owed(to)], { acceptedMs: quiet })]);
  const set = (backlog: number) =>
    pool.query(
      `INSERT INTO lane_stats (subscription_id, backlog, backlog_bytes) VALUES ($1, $2, 10 * $2::bigint)
       ON CONFLICT (subscription_id) DO UPDATE SET backlog = excluded.backlog, backlog_bytes = excluded.backlog_bytes, updated_at = now(), recounted_at = NULL`,
      [to.id, backlog],
    );
  await set(99);
  expect(await recountLanes(pool, Date.now(), 10)).toBe(1);
  expect(await booksOf(to.id)).toMatchObject({ backlog: 2, bytes: 20 });
  expect(await recountLanes(pool, Date.now(), 10)).toBe(0);
  await set(1);
  await recountLanes(pool, Date.now(), 10);
  expect(await booksOf(to.id)).toMatchObject({ backlog: 2, bytes: 20 });
  // Accepted this moment, and booked by its web process within a second
  await insertEvents(pool, [event([owed(to)])]);
  await set(2);
  await recountLanes(pool, Date.now(), 10);
  expect(await booksOf(to.id)).toMatchObject({ backlog: 2, bytes: 20 });
  await set(9);
  await recountLanes(pool, Date.now(), 10);
  expect(await booksOf(to.id)).toMatchObject({ backlog: 3, bytes: 30 });
});

test("what is settled while a recount waits for a lane's books stays booked", async () => {
  const to = await subscription();
  await insertEvents(pool, [event([owed(to)], { acceptedMs: Date.now() - 60_000 })]);
  await pool.query("INSERT INTO lane_stats (subscription_id, backlog, backlog_bytes) VALUES ($1, 5, 50)", [to.id]);
  const other = await pool.connect();
  try {
    await other.query("BEGIN");
    await other.query("UPDATE lane_stats SET backlog = backlog - 1 WHERE subscription_id = $1", [to.id]);
    const recount = recountLanes(pool, Date.now(), 10);
    await waitFor(async () => (await pool.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount !== 0, {
      what: "the recount to wait",
    });
    await other.query("COMMIT");
    await recount;
  } finally {
    other.release();
  }
  // Four too many were booked, and one was settled meanwhile
  expect((await booksOf(to.id)).backlog).toBe(0);
});

test("a page of deliveries goes on below the last id, newest first, and filters by state, type and time", async () => {
  const to = await subscription();
  const base = Date.now() - 100_000;
  for (let i = 0; i < 5; i++)
    await insertEvents(pool, [event([owed(to)], { acceptedMs: base + i, type: i % 2 ? "order.paid" : "order.sent" })]);
  const page = await listDeliveries(pool, { subscriptionId: to.id, limit: 2 });
  expect(page.length).toBe(3);
  const rest = await listDeliveries(pool, { subscriptionId: to.id, limit: 10, beforeId: page[1]?.id as string });
  expect(rest.length).toBe(3);
  expect((await listDeliveries(pool, { subscriptionId: to.id, limit: 10, eventType: "order.sent" })).length).toBe(3);
  expect((await listDeliveries(pool, { subscriptionId: to.id, limit: 10, states: ["dead"] })).length).toBe(0);
});

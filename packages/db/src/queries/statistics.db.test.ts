import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { openPool } from "../pools/pools.ts";
import { foldRollups } from "./fold-rollups.ts";
import { rankEndpoints } from "./rank-endpoints.ts";
import { readDayResults } from "./read-day-results.ts";
import { readLaneBooks } from "./read-lane-books.ts";
import { readStatistics } from "./read-statistics.ts";
import { readLargestBacklogs, readTenantBooks } from "./read-tenant-books.ts";
import { sampleArrivals, sampleBacklogs } from "./sample-lanes.ts";

const HOUR_MS = 3_600_000;
let database: TestDatabase;
let pool: pg.Pool;
let tenantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.appUrl, applicationName: "test", max: 4, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  tenantId = uuidV7(Date.now());
  await pool.query("INSERT INTO tenants (id, name) VALUES ($1, 'Acme')", [tenantId]);
});

async function subscribe(fields: Record<string, unknown> = {}): Promise<string> {
  const id = uuidV7(Date.now());
  const row = { id, tenant_id: tenantId, url: "https://a.example/hook", host: "a.example:443", event_types: ["*"], shard: 7, ...fields };
  const names = Object.keys(row);
  await pool.query(
    `INSERT INTO subscriptions (${names.join(", ")}) VALUES (${names.map((_, i) => `$${i + 1}`).join(", ")})`,
    Object.values(row),
  );
  return id;
}

const minute = (id: string, ago: string, fields: Record<string, unknown>) => {
  const names = Object.keys(fields);
  return pool.query(
    `INSERT INTO rollup_minutes (subscription_id, bucket, ${names.join(", ")}) VALUES ($1, date_trunc('minute', now()) - $2::interval, ${names.map((_, i) => `$${i + 3}`).join(", ")})`,
    [id, ago, ...Object.values(fields)],
  );
};
const book = (id: string, backlog: number, arrived: number) =>
  pool.query(
    `INSERT INTO lane_stats (subscription_id, backlog, arrived) VALUES ($1, $2, $3)
     ON CONFLICT (subscription_id) DO UPDATE SET backlog = excluded.backlog, arrived = lane_stats.arrived + excluded.arrived`,
    [id, backlog, arrived],
  );
const sampled = async (id: string) =>
  (
    await pool.query(
      "SELECT sum(accepted)::integer AS accepted, max(backlog) AS backlog, max(oldest_due_s) AS oldest FROM rollup_minutes WHERE subscription_id = $1",
      [id],
    )
  ).rows[0];
async function sampleAll(): Promise<void> {
  for (let after = await sampleArrivals(pool, undefined, 2); after !== undefined; ) after = await sampleArrivals(pool, after, 2);
  for (let after = await sampleBacklogs(pool, Date.now(), undefined, 2); after !== undefined; )
    after = await sampleBacklogs(pool, Date.now(), after, 2);
}

test("whatever arrived is counted once, however often and in however many batches samples are taken", async () => {
  const ids = [await subscribe(), await subscribe(), await subscribe(), await subscribe(), await subscribe()];
  for (const [i, id] of ids.entries()) await book(id, 0, 10 + i);
  expect((await readTenantBooks(pool, tenantId)).unsampled).toBe(60);
  await sampleAll();
  await sampleAll();
  await book(ids[0] as string, 0, 5);
  await Promise.all([sampleAll(), sampleAll()]);
  expect(await Promise.all(ids.map(async (id) => (await sampled(id)).accepted))).toEqual([15, 11, 12, 13, 14]);
  expect((await readTenantBooks(pool, tenantId)).unsampled).toBe(0);
});

test("a sample holds the backlog and the age of what is due the longest, and is no attempt", async () => {
  const id = await subscribe();
  await book(id, 3, 0);
  const due = (ago: string, cls: string) =>
    pool.query(
      `INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, state, next_attempt_at, deadline_at, body_bytes)
       VALUES ($1, 7, $1, $2, $3, 'at_least_once', 'pending', now() - $4::interval, now() + interval '1 day', 2)`,
      [uuidV7(Date.now()), id, cls, ago],
    );
  await due("90 seconds", "retry");
  await due("-1 hour", "first");
  await sampleAll();
  const { backlog, oldest } = await sampled(id);
  expect(backlog).toBe(3);
  expect(oldest).toBeGreaterThanOrEqual(90);
  expect(oldest).toBeLessThan(150);
  expect((await readLaneBooks(pool, [id]))[0]?.lastAttemptAt).toBeNull();
  expect(await readLargestBacklogs(pool, tenantId, 5)).toEqual([id]);
});

test("statistics are of the tenant's own, add up over its subscriptions, and are the same read from minutes and folded", async () => {
  const [a, b] = [await subscribe(), await subscribe()];
  await minute(a, "3 hours", { succeeded: 2, failed: 1, delivered: 2, accepted: 3, attempt_latency: [1, 1], backlog: 4, oldest_due_s: 60 });
  await minute(a, "2 hours 30 minutes", { succeeded: 1, backlog: 9, oldest_due_s: 10 });
  await minute(b, "3 hours", { failed: 5, dead: 5, attempt_latency: [0, 0, 7], backlog: 2 });
  const stepMs = 24 * HOUR_MS;
  const fromMs = Math.floor(Date.now() / stepMs) * stepMs - stepMs;
  const read = (subscriptionId?: string) =>
    readStatistics(pool, { tenantId, grain: "days", stepMs, fromMs, ...(subscriptionId && { subscriptionId }) });
  const total = (rows: Awaited<ReturnType<typeof read>>) => ({
    ...Object.fromEntries(
      (["accepted", "succeeded", "failed", "delivered", "dead"] as const).map((name) => [name, rows.reduce((n, row) => n + row[name], 0)]),
    ),
    latency: rows.reduce((sum, { latency }) => sum.map((n, i) => n + (latency[i] as number)), new Array<number>(16).fill(0)).slice(0, 3),
    oldest: Math.max(...rows.map((row) => row.oldestDueS)),
  });
  const expected = { accepted: 3, succeeded: 3, failed: 6, delivered: 2, dead: 5, latency: [1, 1, 7], oldest: 60 };
  expect(total(await read())).toEqual(expected);
  expect(total(await read(b))).toMatchObject({ accepted: 0, failed: 5, latency: [0, 0, 7] });
  await foldRollups(pool);
  expect(total(await read())).toEqual(expected);
  expect(await readStatistics(pool, { tenantId: uuidV7(Date.now()), grain: "days", stepMs, fromMs })).toEqual([]);
});

test("a tenant's backlog in a bucket is what each subscription had at its most, added up", async () => {
  const [a, b] = [await subscribe(), await subscribe()];
  await minute(a, "1 minute", { backlog: 4 });
  await minute(a, "2 minutes", { backlog: 6 });
  await minute(b, "1 minute", { backlog: 10 });
  const stepMs = 30 * 24 * HOUR_MS;
  const rows = await readStatistics(pool, { tenantId, grain: "minutes", stepMs, fromMs: Date.now() - HOUR_MS });
  expect(Math.max(...rows.map(({ backlog }) => backlog))).toBe(16);
});

test("the results of a day reach back 24 hours, folded or not, and no further", async () => {
  await pool.query("DELETE FROM rollup_cursors"); // as before the first fold
  const id = await subscribe();
  await minute(id, "30 hours", { failed: 100 });
  await minute(id, "20 hours", { succeeded: 3, failed: 1 });
  await minute(id, "0 minutes", { succeeded: 1 });
  const expected = [{ subscriptionId: id, succeeded: 4, failed: 1 }];
  expect(await readDayResults(pool, [id])).toEqual(expected);
  await foldRollups(pool);
  expect(await readDayResults(pool, [id])).toEqual(expected);
});

test("endpoints that want a look come first on whatever page, each once, and filters leave the count of them alone", async () => {
  const healthy = [await subscribe(), await subscribe({ description: "Warehouse" })];
  const dead = await subscribe({ url: "https://b.example/secret-path?token=abc" });
  await pool.query("INSERT INTO lane_stats (subscription_id, dead_count) VALUES ($1, 2)", [dead]);
  const disabled = await subscribe({ state: "disabled" });
  const failing = await subscribe();
  await minute(failing, "5 minutes", { succeeded: 1, failed: 9 });
  await subscribe({ state: "deleted" });
  const page = (limit: number, more: object = {}) => rankEndpoints(pool, { tenantId, look: "rates", limit, ...more });
  const walked: string[] = [];
  for (let after: { rank: number; id: string } | undefined; ; ) {
    const rows = (await page(2, after ? { after } : {})).slice(0, 2);
    walked.push(...rows.map(({ id }) => id));
    const last = rows.at(-1);
    if (!last || rows.length < 2) break;
    after = last;
  }
  expect(walked).toEqual([disabled, failing, dead, ...healthy.toSorted().toReversed()]);
  const found = async (more: object) => (await page(10, more)).map(({ id }) => id);
  expect(await found({ show: "attention" })).toEqual([disabled, failing, dead]);
  expect(await found({ show: "disabled" })).toEqual([disabled]);
  expect(await found({ search: "WARE" })).toEqual([healthy[1]]);
  expect(await found({ search: "secret-path" })).toEqual([dead]);
  expect(await found({ search: "token=abc" })).toEqual([]);
  expect((await page(1))[0]?.attention).toBe(3);
  expect((await page(10, { look: "nothing" })).map(({ rank }) => rank)).toEqual([0, 0, 0, 0, 0]);
  expect(await found({ look: "states", show: "attention" })).toEqual([disabled, dead]);
  expect(await found({ look: "nothing", show: "attention" })).toEqual([disabled, dead]);
});

import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { forgetOldSignIns, giveAttemptsBack, takeAttempt } from "./attempt-limits.ts";

const limit = { max: 3, windowMs: 60_000 };
const bucket = Buffer.from("a");
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.appUrl, max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query("DELETE FROM attempt_limits"));

const take = (name = bucket) => takeAttempt(pool, name, limit);
const pass = (seconds: number) =>
  pool.query(
    "UPDATE attempt_limits SET hits = (SELECT coalesce(array_agg(h - $1 * interval '1 s' ORDER BY h), '{}') FROM unnest(hits) h)",
    [seconds],
  );

test("within a window as many attempts as allowed are granted, and the next one is told how long to wait", async () => {
  expect([await take(), await take(), await take()]).toEqual([undefined, undefined, undefined]);
  const wait = await take();
  expect(wait).toBeGreaterThan(55);
  expect(wait).toBeLessThanOrEqual(60);
  expect(await take(Buffer.from("b"))).toBeUndefined();
});

test("the window moves: each attempt makes room when it is old enough, and a refused one takes none", async () => {
  await take();
  await pass(40);
  await take();
  await take();
  for (let i = 0; i < 5; i++) expect(await take()).toBeLessThanOrEqual(20);
  await pass(20);
  expect(await take()).toBeUndefined();
  expect(await take()).toBeGreaterThan(30);
});

test("attempts at the same moment are counted one after another", async () => {
  const waits = await Promise.all(Array.from({ length: 20 }, () => take()));
  expect(waits.filter((wait) => wait === undefined)).toHaveLength(3);
});

test("what is given back can be taken again, and never more than was taken", async () => {
  await take();
  await take();
  await take();
  await giveAttemptsBack(pool, [bucket, Buffer.from("unknown")]);
  expect([await take(), (await take()) !== undefined]).toEqual([undefined, true]);
  for (let i = 0; i < 5; i++) await giveAttemptsBack(pool, [bucket]);
  expect([await take(), await take(), await take(), (await take()) !== undefined]).toEqual([undefined, undefined, undefined, true]);
});

test("counts whose window has passed are forgotten, others are kept", async () => {
  await take();
  await take(Buffer.from("old"));
  await pool.query("UPDATE attempt_limits SET expires_at = now() - interval '1 s' WHERE bucket = 'old'");
  await forgetOldSignIns(pool);
  const { rows } = await pool.query("SELECT bucket FROM attempt_limits");
  expect(rows.map((row) => row.bucket.toString())).toEqual(["a"]);
});

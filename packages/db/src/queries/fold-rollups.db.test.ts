import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool } from "../pools/pools.ts";
import { deleteIdempotencyKeys } from "./delete-idempotency-keys.ts";
import { foldRollups } from "./fold-rollups.ts";

const LANE = "00000000-0000-7000-8000-000000000001";
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.appUrl, applicationName: "test", max: 2, onError: () => {} });
  await pool.query(
    `INSERT INTO rollup_minutes (subscription_id, bucket, succeeded, failed, delivered, dead, attempt_latency, total_latency)
     SELECT $1, date_trunc('hour', now(), 'UTC') - n * interval '1 minute', 1, 2, 1, 0, ARRAY[1, 0, 2], ARRAY[3]
     FROM generate_series(1, 60 * 60) AS n`,
    [LANE],
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const sums = async (table: string) =>
  (
    await pool.query(
      `SELECT count(*)::integer AS rows, sum(succeeded)::integer AS succeeded, sum(failed)::integer AS failed, sum_buckets(attempt_latency) AS attempt, sum_buckets(total_latency) AS total FROM ${table}`,
    )
  ).rows[0];

test("folding adds whole hours up from their minutes, histograms bucket by bucket, and days from hours", async () => {
  await foldRollups(pool);
  const hours = await sums("rollup_hours");
  expect(hours).toMatchObject({ succeeded: 3_600, failed: 7_200, attempt: [3_600, 0, 7_200], total: [10_800] });
  expect((await sums("rollup_days")).rows).toBeGreaterThanOrEqual(2);
});

test("a fold that runs again adds nothing", async () => {
  const before = [await sums("rollup_hours"), await sums("rollup_days")];
  await foldRollups(pool);
  expect([await sums("rollup_hours"), await sums("rollup_days")]).toEqual(before);
});

test("minutes are deleted when they are past their keeping and folded, and none before", async () => {
  const { rows } = await pool.query(
    "SELECT count(*)::integer AS n, min(bucket) > now() - interval '49 hours' AS young FROM rollup_minutes",
  );
  expect(rows[0].young).toBe(true);
  expect(rows[0].n).toBeGreaterThanOrEqual(47 * 60);
});

test("idempotency keys are kept for two days at least and deleted in batches after", async () => {
  await pool.query(
    `INSERT INTO idempotency_keys (tenant_id, key, event_id, fingerprint, created_at)
     SELECT $1, 'k' || n, $1, '', now() - CASE WHEN n <= 5 THEN interval '49 hours' ELSE interval '47 hours' END FROM generate_series(1, 8) AS n`,
    [LANE],
  );
  expect(await deleteIdempotencyKeys(pool, 3)).toBe(3);
  expect(await deleteIdempotencyKeys(pool, 3)).toBe(2);
  expect(await deleteIdempotencyKeys(pool, 3)).toBe(0);
});

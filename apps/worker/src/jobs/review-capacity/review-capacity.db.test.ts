import { defaultPolicyConfig } from "@hooklane/core";
import { LATENCY_BUCKETS, latencyBucket, listCapacityFindings, uuidV7 } from "@hooklane/db";
import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { reviewCapacity } from "./handler.ts";

let database: TestDatabase;
let pool: pg.Pool;
let nextMs = Date.now();
const tenantId = uuidV7(nextMs++);

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  await pool.query("INSERT INTO tenants (id, name, plan) VALUES ($1, 'Acme', 'free')", [tenantId]);
});
beforeEach(() => pool.query("DELETE FROM subscriptions"));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function lane(state = "active"): Promise<string> {
  const id = uuidV7(nextMs++);
  await pool.query(
    "INSERT INTO subscriptions (id, tenant_id, url, host, event_types, state, shard) VALUES ($1, $2, 'https://a.example/', 'a.example:443', '{*}', $3, 0)",
    [id, tenantId, state],
  );
  return id;
}

/** An hour in which so many deliveries ended, 2 % of their attempts in the latency given and the others at once. */
async function hour(id: string, ago: string, delivered: number, latencyMs: number): Promise<void> {
  const buckets = new Array<number>(LATENCY_BUCKETS).fill(0);
  const slow = Math.ceil(delivered * 0.02);
  buckets[0] = delivered - slow;
  buckets[latencyBucket(latencyMs) - 1] = (buckets[latencyBucket(latencyMs) - 1] as number) + slow;
  await pool.query(
    "INSERT INTO rollup_hours (subscription_id, bucket, succeeded, delivered, attempt_latency) VALUES ($1, date_trunc('hour', now() - $2::interval), $3, $3, $4)",
    [id, ago, delivered, buckets],
  );
}

const review = () => reviewCapacity({ pool, now: Date.now, policy: defaultPolicyConfig }, new AbortController().signal);
const found = async () => (await listCapacityFindings(pool, 10)).map(({ subscriptionId, needed, cap }) => [subscriptionId, needed, cap]);

test("a lane is found when its plan allows less than its busiest hour of the month needs, the one that lacks the most first", async () => {
  const [much, some, little, old] = [await lane(), await lane(), await lane(), await lane()];
  await hour(much, "2 days", 36_000, 10_000); // 10 a second, 10 s each
  await hour(much, "3 days", 3_600, 10_000);
  await hour(some, "20 days", 7_200, 10_000); // 2 a second
  await hour(little, "1 day", 360, 1_000);
  await hour(old, "40 days", 36_000, 10_000);
  await review();
  expect(await found()).toEqual([
    [much, 104, 20],
    [some, 24, 20],
  ]);
});

test("what staff changed of the plan is what the need is compared with, and a review forgets what no longer holds", async () => {
  const id = await lane();
  await hour(id, "2 days", 36_000, 10_000);
  await review();
  expect(await found()).toHaveLength(1);
  await pool.query(`UPDATE tenants SET plan_override = '{"lane_cap": 150}' WHERE id = $1`, [tenantId]);
  await review();
  expect(await found()).toEqual([]);
  await pool.query("UPDATE tenants SET plan_override = NULL WHERE id = $1", [tenantId]);
});

test("lanes that are deleted or that no attempt succeeded on are not reviewed", async () => {
  await hour(await lane("deleted"), "2 days", 36_000, 10_000);
  const failing = await lane();
  await pool.query(
    "INSERT INTO rollup_hours (subscription_id, bucket, failed, dead) VALUES ($1, date_trunc('hour', now()), 90000, 90000)",
    [failing],
  );
  await review();
  expect(await found()).toEqual([]);
});

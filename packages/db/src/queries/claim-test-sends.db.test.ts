import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidFloor, uuidV7 } from "../ids/uuid-v7.ts";
import { openHotPool } from "../pools/pools.ts";
import { claimDeliveries, claimDeliveriesStatement } from "./claim-deliveries.ts";
import { endPending } from "./end-pending.ts";

const BACKLOG = 50_000;
const SHARD = 7;
const TOKEN = "0193b1f0-7a5e-4cc1-8d2e-4a1b2c3d4e5f";
let database: TestDatabase;
let pool: pg.Pool;
const lanes: Record<string, string> = {};

/** A lane in each state, each with three due test sends and other due deliveries; the disabled one's backlog is long. */
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openHotPool({ url: database.url, applicationName: "test", max: 2, onError: () => {} });
  // Planned while everything is empty, as a worker's sessions are after a start
  await claim(uuidV7(Date.now()), 1);
  const tenantId = uuidV7(Date.now());
  await pool.query("INSERT INTO tenants (id, name) VALUES ($1, 'Acme')", [tenantId]);
  const time = uuidFloor(Date.now()).slice(0, 13);
  for (const [i, state] of ["active", "disabled", "paused", "deleted"].entries()) {
    const id = uuidV7(Date.now());
    lanes[state] = id;
    await pool.query(
      `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard, state) VALUES ($1, $2, 'https://rx.example/', 'rx.example:443', '{*}', $3, $4)`,
      [id, tenantId, SHARD, state],
    );
    await pool.query(
      `INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, next_attempt_at, deadline_at, body_bytes, test)
       SELECT ('${time}-7${i}00-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, $2, $2, 'first', 'at_least_once', now() - n * interval '1 ms', now() + interval '1 day', 1, n <= 3
       FROM generate_series(1, $3::int) AS n`,
      [SHARD, id, state === "disabled" ? BACKLOG : 10],
    );
  }
  await pool.query("ANALYZE deliveries"); // as the partition job does when a partition has grown
}, 60_000);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const values = (subscriptionId: string, n: number): unknown[] => [
  [SHARD],
  [subscriptionId],
  ["first"],
  [Number.NEGATIVE_INFINITY],
  [Date.now() + 1_000],
  [n],
  [false],
  TOKEN,
  90_000,
];
const claim = (subscriptionId: string, n: number) =>
  claimDeliveries(
    pool,
    Date.now(),
    [{ shard: SHARD, subscriptionId, class: "first", dueAfterMs: Number.NEGATIVE_INFINITY, dueBeforeMs: Date.now() + 1_000, n }],
    TOKEN,
    90_000,
  );

test("a claim from a disabled lane reads its test sends, and not the backlog that is being ended", async () => {
  const { name, text } = claimDeliveriesStatement(Date.now());
  const client = await pool.connect();
  await client.query("BEGIN");
  // The session's own prepared plan
  await client.query({ name, text, values: values(lanes.disabled as string, 0) });
  const literal = (value: unknown): string => (Array.isArray(value) ? `ARRAY[${value.map((one) => `'${one}'`)}]` : `'${value}'`);
  const casts = ["::smallint[]", "::uuid[]", "::text[]", "::float8[]", "::float8[]", "::integer[]", "::boolean[]", "::uuid", "::float8"];
  const args = values(lanes.disabled as string, 64).map((value, i) => literal(value) + casts[i]);
  const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE "${name}"(${args.join(", ")})`);
  await client.query("ROLLBACK");
  client.release();
  const plan = rows[0]["QUERY PLAN"][0].Plan;
  expect(plan["Actual Rows"]).toBe(3);
  expect(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]).toBeLessThan(500);
});

test("a disabled lane gets its test sends claimed and nothing else", async () => {
  const rows = await claim(lanes.disabled as string, 64);
  expect(rows).toHaveLength(3);
  for (const row of rows) expect(row).toMatchObject({ test: true, subscriptionId: lanes.disabled, attempt: 1 });
  expect(await claim(lanes.disabled as string, 64)).toEqual([]);
});

test("an active lane gets everything claimed, in one claim; a paused or deleted one nothing", async () => {
  expect(await claim(lanes.paused as string, 64)).toEqual([]);
  expect(await claim(lanes.deleted as string, 64)).toEqual([]);
  expect((await claim(lanes.active as string, 64)).map(({ test: isTest }) => isTest).sort()).toEqual([
    ...Array(7).fill(false),
    ...Array(3).fill(true),
  ]);
});

test("ending what a disabled lane has pending spares its test sends; deleting the lane does not", async () => {
  await pool.query("UPDATE deliveries SET state = 'pending', lease_token = NULL, lease_expires_at = NULL");
  const pending = async () =>
    (await pool.query("SELECT count(*)::int AS n FROM deliveries WHERE state = 'pending' AND subscription_id = $1", [lanes.paused])).rows[0]
      .n;
  expect(await endPending(pool, Date.now(), lanes.paused as string, [SHARD], "subscription_disabled", 1_000)).toBe(7);
  expect(await pending()).toBe(3);
  expect(await endPending(pool, Date.now(), lanes.paused as string, [SHARD], "subscription_deleted", 1_000)).toBe(3);
});

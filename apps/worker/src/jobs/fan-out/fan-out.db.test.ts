import { defaultPolicyConfig } from "@hooklane/core";
import { insertEvents, insertFanOut, inTransaction, openPool, uuidV7, WakeUp } from "@hooklane/db";
import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fanOut } from "./handler.ts";

const SUBSCRIPTIONS = 2_300;
let database: TestDatabase;
let pool: pg.Pool;
let wakeUp: WakeUp;
let tenantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.appUrl, applicationName: "test", max: 4, onError: () => {} });
  wakeUp = new WakeUp(pool, () => {});
  tenantId = uuidV7(Date.now());
  await pool.query("INSERT INTO tenants (id, name) VALUES ($1, 'Acme')", [tenantId]);
  await pool.query(
    `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard, state)
     SELECT gen_random_uuid(), $1, 'https://rx.example/', 'rx.example:443', CASE WHEN n % 10 = 0 THEN '{other.type}' ELSE '{order.*}' END::text[], n % 1024,
       CASE WHEN n % 100 = 1 THEN 'disabled' ELSE 'active' END
     FROM generate_series(1, $2::integer) AS n`,
    [tenantId, SUBSCRIPTIONS],
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function acceptLazily(): Promise<string> {
  const acceptedMs = Date.now() + 1;
  const id = uuidV7(acceptedMs);
  await inTransaction(pool, async (client) => {
    const event = {
      id,
      tenantId,
      type: "order.paid",
      body: Buffer.from("{}"),
      dataOffset: 0,
      dataLength: 2,
      acceptedMs,
      idempotency: undefined,
      fanOut: "lazy" as const,
      deliveries: [],
    };
    await insertEvents(client, [event]);
    const { rows } = await client.query<{ id: string }>(
      "SELECT id FROM subscriptions WHERE tenant_id = $1 AND event_types = '{order.*}' AND state <> 'deleted'",
      [tenantId],
    );
    await insertFanOut(client, { eventId: id, tenantId, subscriptionIds: rows.map((row) => row.id) });
  });
  return id;
}

const run = (eventId: string, signal = new AbortController().signal) =>
  fanOut({ pool, wakeUp, policy: defaultPolicyConfig }, { event_id: eventId }, signal);
const count = async (eventId: string) =>
  (
    await pool.query(
      "SELECT count(*)::integer AS n, count(DISTINCT subscription_id)::integer AS distinct FROM deliveries WHERE event_id = $1",
      [eventId],
    )
  ).rows[0];

test("a lazy fan-out writes one delivery per matching subscription, disabled ones as dead, and says when it is done", async () => {
  const eventId = await acceptLazily();
  await run(eventId);
  const matching = SUBSCRIPTIONS * 0.9;
  expect(await count(eventId)).toEqual({ n: matching, distinct: matching });
  const { rows } = await pool.query("SELECT fan_out, deliveries FROM events WHERE id = $1", [eventId]);
  expect(rows).toEqual([{ fan_out: "done", deliveries: matching }]);
  const { rows: dead } = await pool.query(
    "SELECT count(*)::integer AS n FROM deliveries WHERE event_id = $1 AND state = 'dead' AND reason = 'subscription_disabled'",
    [eventId],
  );
  expect(dead[0].n).toBe(SUBSCRIPTIONS / 100);
});

test("a fan-out that was interrupted goes on at its cursor, and one that runs again writes nothing twice", async () => {
  const eventId = await acceptLazily();
  const interrupted = new AbortController();
  const stopAfterOne = { announce: () => interrupted.abort() };
  await expect(
    fanOut({ pool, wakeUp: stopAfterOne, policy: defaultPolicyConfig }, { event_id: eventId }, interrupted.signal),
  ).rejects.toThrow();
  const partly = (await count(eventId)).n;
  expect(partly).toBeGreaterThan(0);
  expect(partly).toBeLessThan(SUBSCRIPTIONS * 0.9);
  await run(eventId);
  await run(eventId);
  await pool.query("UPDATE fan_outs SET state = 'running', done = 0 WHERE event_id = $1", [eventId]);
  await run(eventId);
  expect(await count(eventId)).toEqual({ n: SUBSCRIPTIONS * 0.9, distinct: SUBSCRIPTIONS * 0.9 });
});

test("C51: who matched at accept is owed the event, though it asks for other types or is deleted before its delivery is written", async () => {
  const eventId = await acceptLazily();
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM subscriptions WHERE state = 'active' AND event_types = '{order.*}' ORDER BY id LIMIT 2",
  );
  const [edited, deleted] = rows.map(({ id }) => id);
  await pool.query("UPDATE subscriptions SET event_types = '{other.type}' WHERE id = $1", [edited]);
  await pool.query("UPDATE subscriptions SET state = 'deleted' WHERE id = $1", [deleted]);
  await run(eventId);
  const { rows: owed } = await pool.query(
    "SELECT subscription_id, state, reason FROM deliveries WHERE event_id = $1 AND subscription_id = ANY($2)",
    [eventId, [edited, deleted]],
  );
  expect(owed).toEqual(
    expect.arrayContaining([
      { subscription_id: edited, state: "pending", reason: null },
      { subscription_id: deleted, state: "dead", reason: "subscription_deleted" },
    ]),
  );
});

test("who was not matched at accept is not part of the fan-out, though it would match now", async () => {
  const eventId = await acceptLazily();
  const { rows } = await pool.query<{ id: string }>(
    "UPDATE subscriptions SET event_types = '{*}' WHERE event_types = '{other.type}' AND state = 'active' RETURNING id",
  );
  await run(eventId);
  const { rowCount } = await pool.query("SELECT FROM deliveries WHERE event_id = $1 AND subscription_id = ANY($2)", [
    eventId,
    rows.map(({ id }) => id),
  ]);
  expect(rows.length).toBeGreaterThan(0);
  expect(rowCount).toBe(0);
});

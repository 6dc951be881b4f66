import { defaultPolicyConfig } from "@hooklane/core";
import { forgetFanOuts, insertEvents, openPool, uuidV7, WakeUp } from "@hooklane/db";
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

async function acceptLazily(tenantIds: readonly string[] | null = [tenantId], body = "{}"): Promise<string> {
  const acceptedMs = Date.now() + 1;
  const id = uuidV7(acceptedMs);
  await insertEvents(pool, [
    {
      id,
      tenantId,
      type: "order.paid",
      body: Buffer.from(body),
      dataOffset: 0,
      dataLength: body.length,
      acceptedMs,
      idempotency: undefined,
      fanOut: { tenantIds, total: SUBSCRIPTIONS },
      deliveries: [],
    },
  ]);
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
  await pool.query("UPDATE fan_outs SET state = 'running', done = 0, after_tenant_id = NULL, after_id = NULL WHERE event_id = $1", [
    eventId,
  ]);
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

const receivers = async (eventId: string): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>("SELECT subscription_id AS id FROM deliveries WHERE event_id = $1 ORDER BY 1", [
    eventId,
  ]);
  return rows.map(({ id }) => id);
};
async function newTenant(): Promise<string> {
  const id = uuidV7(Date.now());
  await pool.query("INSERT INTO tenants (id, name) VALUES ($1, 'Other')", [id]);
  return id;
}
async function subscribe(owner: string, more: Record<string, unknown> = {}, session: Pick<pg.Pool, "query"> = pool): Promise<string> {
  const row = {
    id: uuidV7(Date.now()),
    tenant_id: owner,
    url: "https://rx.example/",
    host: "rx.example:443",
    event_types: ["order.*"],
    shard: 7,
    ...more,
  };
  const names = Object.keys(row);
  await session.query(
    `INSERT INTO subscriptions (${names.join(", ")}) VALUES (${names.map((_, i) => `$${i + 1}`).join(", ")})`,
    Object.values(row),
  );
  return row.id;
}

test("what counts is what had been committed when the event was accepted, however often it was changed since", async () => {
  const owner = await newTenant();
  const [twice, filtered, gone, unseen] = [
    await subscribe(owner),
    await subscribe(owner),
    await subscribe(owner),
    await subscribe(owner, { event_types: ["other.type"] }),
  ];
  await pool.query("UPDATE subscriptions SET state = 'deleted' WHERE id = $1", [gone]);
  const open = await pool.connect();
  await open.query("BEGIN");
  await open.query("UPDATE subscriptions SET event_types = '{*}' WHERE id = $1", [unseen]);
  const late = await subscribe(owner, {}, open);
  const eventId = await acceptLazily([owner]);
  await open.query("COMMIT");
  open.release();
  await pool.query("UPDATE subscriptions SET event_types = '{other.type}' WHERE id = $1", [twice]);
  await pool.query("UPDATE subscriptions SET event_types = '{a}', description = 'x' WHERE id = $1", [twice]);
  await pool.query("UPDATE subscriptions SET state = 'paused' WHERE id = $1", [twice]);
  await pool.query("UPDATE subscriptions SET filter = '{\"n\": 1}' WHERE id = $1", [filtered]);
  await run(eventId);
  expect(await receivers(eventId)).toEqual([twice, filtered].sort());
  const later = await acceptLazily([owner], '{"n":1}');
  await run(later);
  expect(await receivers(later)).toEqual([filtered, unseen, late].sort());
});

test("a filter sees the payload, ordered subscriptions are left out, and a deleted tenant gets nothing", async () => {
  const [owner, deleted] = [await newTenant(), await newTenant()];
  const high = await subscribe(owner, { filter: { level: { $gt: 3 } } });
  await subscribe(owner, { filter: { level: { $lte: 3 } } });
  await subscribe(owner, { ordered: true });
  await subscribe(deleted);
  await pool.query("UPDATE tenants SET deleted_at = now() - interval '1 day' WHERE id = $1", [deleted]);
  const eventId = await acceptLazily([owner, deleted].sort(), '{"level":4}');
  await run(eventId);
  expect(await receivers(eventId)).toEqual([high]);
});

test("C59: an event goes to the tenants it is addressed to and to no other; one for all goes to all", async () => {
  const [one, two, three] = [await newTenant(), await newTenant(), await newTenant()];
  const [ofOne, ofTwo, ofThree] = [await subscribe(one), await subscribe(two), await subscribe(three)];
  const some = await acceptLazily([one, three].sort());
  await run(some);
  expect(await receivers(some)).toEqual([ofOne, ofThree].sort());
  const all = await acceptLazily(null);
  await run(all);
  expect(await receivers(all)).toEqual(expect.arrayContaining([ofOne, ofTwo, ofThree]));
  const { rows } = await pool.query("SELECT state, total = done AS complete FROM fan_outs WHERE event_id = $1", [all]);
  expect(rows).toEqual([{ state: "done", complete: true }]);
});

test("what is shedding is recorded dead and counted, and a backlog that grows over the threshold is put under watch", async () => {
  const owner = await newTenant();
  const [full, growing, fine] = [await subscribe(owner), await subscribe(owner), await subscribe(owner)];
  await pool.query("INSERT INTO lane_sheds (subscription_id, is_shedding) VALUES ($1, true)", [full]);
  await pool.query("INSERT INTO lane_stats (subscription_id, backlog) VALUES ($1, $2)", [growing, defaultPolicyConfig.shed.deliveries]);
  const eventId = await acceptLazily([owner], "[1,2]");
  await run(eventId);
  const { rows } = await pool.query("SELECT subscription_id AS id, state, reason FROM deliveries WHERE event_id = $1", [eventId]);
  expect(rows).toEqual(
    expect.arrayContaining([
      { id: full, state: "dead", reason: "backlog_shed" },
      { id: growing, state: "pending", reason: null },
      { id: fine, state: "pending", reason: null },
    ]),
  );
  const { rows: watched } = await pool.query(
    "SELECT subscription_id AS id, shed_deliveries, shed_bytes FROM lane_sheds WHERE subscription_id = ANY($1)",
    [[full, growing, fine]],
  );
  expect(watched).toEqual(
    expect.arrayContaining([
      { id: full, shed_deliveries: 1, shed_bytes: 5 },
      { id: growing, shed_deliveries: 0, shed_bytes: 0 },
    ]),
  );
  expect(watched).toHaveLength(2);
});

test("an event that was erased while it is fanned out is owed as dead, and nothing is sent", async () => {
  const owner = await newTenant();
  const [plain] = [await subscribe(owner), await subscribe(owner, { filter: { n: 1 } })];
  const eventId = await acceptLazily([owner], '{"n":1}');
  await pool.query("UPDATE events SET body = NULL, erased_at = now() WHERE id = $1", [eventId]);
  await run(eventId);
  const { rows } = await pool.query("SELECT subscription_id AS id, state, reason FROM deliveries WHERE event_id = $1", [eventId]);
  expect(rows).toEqual([{ id: plain, state: "dead", reason: "payload_erased" }]);
});

test("versions are kept while a fan-out may ask for them, and forgotten afterwards", async () => {
  const owner = await newTenant();
  const id = await subscribe(owner);
  const eventId = await acceptLazily([owner]);
  await pool.query("UPDATE subscriptions SET event_types = '{x}' WHERE id = $1", [id]);
  await pool.query("UPDATE fan_outs SET created_at = now() - interval '3 days' WHERE event_id = $1", [eventId]);
  await pool.query("UPDATE subscription_versions SET replaced_at = now() - interval '2 days' WHERE subscription_id = $1", [id]);
  const versions = async () => (await pool.query("SELECT FROM subscription_versions WHERE subscription_id = $1", [id])).rowCount;
  await forgetFanOuts(pool);
  expect(await versions()).toBe(1);
  await run(eventId);
  await forgetFanOuts(pool);
  expect([await versions(), await receivers(eventId)]).toEqual([0, [id]]);
});

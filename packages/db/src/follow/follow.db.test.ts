import { createTestDatabase, type TestDatabase, waitFor } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { openPool } from "../pools/pools.ts";
import { withSession } from "../pools/with-session.ts";
import type { StoredSubscription } from "../queries/read-subscriptions.ts";
import { Listener } from "./listener.ts";
import { SubscriptionFollower } from "./subscription-follower.ts";
import { DUE_CHANNEL, parseHint, SUBSCRIPTIONS_CHANNEL, WakeUp } from "./wake-up.ts";

let database: TestDatabase;
let pool: pg.Pool;
const tenantId = uuidV7(Date.now());
const copy = new Map<string, StoredSubscription>();
let follower: SubscriptionFollower;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.appUrl, applicationName: "test", max: 4, onError: () => {} });
  await pool.query("INSERT INTO tenants (id, name) VALUES ($1, 'Acme')", [tenantId]);
  follower = new SubscriptionFollower(pool, (changed) => {
    for (const row of changed) copy.set(row.id, row);
  });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const insert = async (db: pg.Pool | pg.ClientBase): Promise<string> => {
  const id = uuidV7(Date.now());
  await db.query(
    `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard) VALUES ($1, $2, 'https://rx.example/', 'rx.example:443', '{*}', 1)`,
    [id, tenantId],
  );
  return id;
};

test("a refresh that began after a change finds it: rows, their secrets, and deletions", async () => {
  const id = await insert(pool);
  await follower.refresh();
  expect(copy.get(id)).toMatchObject({ tenantId, plan: "free", state: "active", version: 1, secrets: [] });
  await pool.query("INSERT INTO subscription_secrets (id, subscription_id, sealed, key_number) VALUES ($1, $2, '\\x0102', 3)", [
    uuidV7(Date.now()),
    id,
  ]);
  await pool.query("UPDATE subscriptions SET state = 'deleted' WHERE id = $1", [id]);
  await follower.refresh();
  expect(copy.get(id)).toMatchObject({ state: "deleted", secrets: [{ keyNumber: 3, sealed: Buffer.from([1, 2]) }] });
});

test("a change that commits late is not missed, though later ones were read before it", async () => {
  const slow = await pool.connect();
  await slow.query("BEGIN");
  const late = await insert(slow);
  const early = await insert(pool);
  await follower.refresh();
  expect(copy.has(early)).toBe(true);
  expect(copy.has(late)).toBe(false);
  await slow.query("COMMIT");
  slow.release();
  await follower.refresh();
  expect(copy.has(late)).toBe(true);
});

test("calls that come while a read is under way wait for one that begins after them", async () => {
  const running = follower.refresh();
  const id = await insert(pool);
  await Promise.all([running, follower.refresh(), follower.refresh()]);
  expect(copy.has(id)).toBe(true);
});

test("a listener hears hints and changes, goes on after its connection was ended, and says that it is there again", async () => {
  const heard: [string, string][] = [];
  let connected = 0;
  const listener = new Listener({
    url: database.appUrl,
    channels: [DUE_CHANNEL, SUBSCRIPTIONS_CHANNEL],
    onMessage: (...message) => heard.push(message),
    onConnected: () => connected++,
    onError: () => {},
  });
  await listener.start();
  const wakeUp = new WakeUp(pool, () => {});
  wakeUp.announce([3, 5]);
  wakeUp.announce([5, 1_023]);
  await waitFor(() => heard.length > 0, { what: "the hint" });
  expect(heard.map(([channel, payload]) => [channel, parseHint(payload)])).toEqual([[DUE_CHANNEL, [3, 5, 1_023]]]);
  await withSession(database.url, "test", (owner) =>
    owner.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hooklane-listener' AND datname = current_database()",
    ),
  );
  await waitFor(() => connected === 2, { what: "the listener to be back" });
  await insert(pool);
  await waitFor(() => heard.some(([channel]) => channel === SUBSCRIPTIONS_CHANNEL), { what: "the change" });
  await listener.stop();
});

test("what is not a list of shards is no hint", () => {
  expect(parseHint("")).toEqual([]);
  expect(parseHint("1,2,1024,-1,x,1.5")).toEqual([1, 2]);
});

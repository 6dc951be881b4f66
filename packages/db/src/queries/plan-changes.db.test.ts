import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SubscriptionFollower } from "../follow/subscription-follower.ts";
import { SUBSCRIPTIONS_CHANNEL } from "../follow/wake-up.ts";
import { uuidV7 } from "../ids/uuid-v7.ts";
import type { StoredSubscription } from "./read-subscriptions.ts";

const ENDPOINTS = 5_000;
let database: TestDatabase;
let pool: pg.Pool;
let follower: SubscriptionFollower;
/** What the follower was told since this was last emptied. */
const told = new Map<string, StoredSubscription>();
const [tenantId, otherId] = [uuidV7(1), uuidV7(2)];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  await pool.query("INSERT INTO tenants (id, name) VALUES ($1, 'Acme'), ($2, 'Other')", [tenantId, otherId]);
  const insert = `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, state, shard)
    SELECT gen_random_uuid(), $1, 'https://a.example/', 'a.example:443', '{*}', $2, 0 FROM generate_series(1, $3)`;
  await pool.query(insert, [tenantId, "active", ENDPOINTS]);
  await pool.query(insert, [tenantId, "deleted", 1]);
  await pool.query(insert, [otherId, "active", 1]);
  follower = new SubscriptionFollower(pool, (changed) => {
    for (const row of changed) told.set(row.id, row);
  });
  await follower.refresh();
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** What a follower is told after a change, each once, as values with the number of subscriptions that have them. */
async function followedAfter(change: string): Promise<Record<string, number>> {
  await follower.refresh(); // past what it may read twice
  told.clear();
  await pool.query(change, [tenantId]);
  await follower.refresh();
  const seen: Record<string, number> = {};
  for (const { tenantId: of, plan, planOverride, state } of told.values()) {
    const key = JSON.stringify([of === tenantId, plan, planOverride, state]);
    seen[key] = (seen[key] ?? 0) + 1;
  }
  return seen;
}
/** The sum of all versions rises with each row of a subscription that is written. */
const versions = async (): Promise<number> => Number((await pool.query("SELECT sum(version) FROM subscriptions")).rows[0].sum);

test("followers of subscriptions see a change of their tenant's plan, of what staff changed of it, and the tenant's end, and no subscription is written for it", async () => {
  const before = await versions();
  expect(await followedAfter("UPDATE tenants SET plan = 'team' WHERE id = $1")).toEqual({ '[true,"team",null,"active"]': ENDPOINTS });
  expect(await followedAfter(`UPDATE tenants SET plan_override = '{"lane_cap": 7}' WHERE id = $1`)).toEqual({
    '[true,"team",{"lane_cap":7},"active"]': ENDPOINTS,
  });
  expect(await followedAfter("UPDATE tenants SET name = 'Renamed' WHERE id = $1")).toEqual({});
  expect(await followedAfter("UPDATE tenants SET deleted_at = now() WHERE id = $1")).toEqual({
    '[true,"team",{"lane_cap":7},"deleted"]': ENDPOINTS,
  });
  expect(await versions()).toBe(before);
});

test("a plan that is changed while a follower reads, and by a transaction that commits late, is not missed", async () => {
  const slow = await pool.connect();
  await slow.query("BEGIN");
  await slow.query("UPDATE tenants SET plan = 'scale' WHERE id = $1", [otherId]);
  expect(await followedAfter("UPDATE tenants SET plan = 'free' WHERE id = $1")).not.toHaveProperty('[false,"scale",null,"active"]');
  told.clear();
  await slow.query("COMMIT");
  slow.release();
  await follower.refresh();
  expect([...told.values()].find((row) => row.tenantId === otherId)).toMatchObject({ plan: "scale" });
});

test("one notice tells followers of a change of a plan, however many subscriptions the tenant has", async () => {
  const listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  let notices = 0;
  listener.on("notification", () => notices++);
  await listener.query(`LISTEN ${SUBSCRIPTIONS_CHANNEL}`);
  await pool.query("UPDATE tenants SET plan = 'scale' WHERE id = $1", [tenantId]);
  await pool.query("UPDATE tenants SET name = 'Again' WHERE id = $1", [tenantId]);
  await pool.query(`NOTIFY ${SUBSCRIPTIONS_CHANNEL}, 'last'`); // notices come in the order of commits
  await listener.query("SELECT 1");
  await listener.end();
  expect(notices).toBe(2);
});

import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { readSubscriptions } from "./read-subscriptions.ts";

let database: TestDatabase;
let pool: pg.Pool;
const [tenantId, otherId] = [uuidV7(1), uuidV7(2)];
const [live, deleted, other] = [uuidV7(3), uuidV7(4), uuidV7(5)];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  await pool.query("INSERT INTO tenants (id, name) VALUES ($1, 'Acme'), ($2, 'Other')", [tenantId, otherId]);
  for (const [id, tenant, state] of [
    [live, tenantId, "active"],
    [deleted, tenantId, "deleted"],
    [other, otherId, "active"],
  ])
    await pool.query(
      "INSERT INTO subscriptions (id, tenant_id, url, host, event_types, state, shard) VALUES ($1, $2, 'https://a.example/', 'a.example:443', '{*}', $3, 0)",
      [id, tenant, state],
    );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function followedAfter(change: string): Promise<unknown[]> {
  const all = [live, deleted, other];
  const before = new Map((await readSubscriptions(pool, all)).map(({ id, version }) => [id, version]));
  await pool.query(change, [tenantId]);
  const changed = (await readSubscriptions(pool, all)).filter(({ id, version }) => version !== before.get(id));
  return changed.map(({ id, plan, planOverride, state }) => ({ id, plan, planOverride, state }));
}

test("followers of subscriptions see a change of their tenant's plan, of what staff changed of it, and the tenant's end", async () => {
  expect(await followedAfter("UPDATE tenants SET plan = 'team' WHERE id = $1")).toEqual([
    { id: live, plan: "team", planOverride: null, state: "active" },
  ]);
  expect(await followedAfter(`UPDATE tenants SET plan_override = '{"lane_cap": 7}' WHERE id = $1`)).toEqual([
    { id: live, plan: "team", planOverride: { lane_cap: 7 }, state: "active" },
  ]);
  expect(await followedAfter("UPDATE tenants SET name = 'Renamed' WHERE id = $1")).toEqual([]);
  expect(await followedAfter("UPDATE tenants SET deleted_at = now() WHERE id = $1")).toMatchObject([{ id: live, state: "deleted" }]);
});

import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { openHotPool } from "../pools/pools.ts";
import { listTenantsToErase } from "../repositories/erase-tenant.ts";
import { forgetUnconfirmed } from "./forget-unconfirmed.ts";
import { insertEvents } from "./insert-events.ts";

const DAY_MS = 86_400_000;
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openHotPool({ url: database.appUrl, applicationName: "test", max: 2, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

interface Account {
  userId: string;
  tenantId: string;
  subscriptionId: string;
}

/** An account of 31 days whose address nobody confirmed, with an endpoint in a workspace of its own. */
async function account(): Promise<Account> {
  const [userId, tenantId, subscriptionId] = [uuidV7(Date.now()), uuidV7(Date.now()), uuidV7(Date.now())];
  await pool.query("INSERT INTO users (id, email, password_hash, created_at) VALUES ($1, $2, 'x', now() - interval '31 days')", [
    userId,
    `${userId}@example.com`,
  ]);
  await pool.query("INSERT INTO tenants (id, name) VALUES ($1, 'Acme')", [tenantId]);
  await pool.query("INSERT INTO memberships (tenant_id, user_id, role) VALUES ($1, $2, 'owner')", [tenantId, userId]);
  await pool.query(
    "INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard) VALUES ($1, $2, 'https://rx.example/', 'rx.example:443', '{*}', 1)",
    [subscriptionId, tenantId],
  );
  return { userId, tenantId, subscriptionId };
}

/** An event of one tenant, with a delivery to some. */
const accept = (tenantId: string, to: string[]) =>
  insertEvents(pool, [
    {
      id: uuidV7(Date.now()),
      tenantId,
      type: "order.paid",
      body: Buffer.from('{"data":1}'),
      dataOffset: 8,
      dataLength: 1,
      acceptedMs: Date.now(),
      idempotency: undefined,
      fanOut: "done",
      deliveries: to.map((subscriptionId) => ({
        subscriptionId,
        shard: 1,
        class: "first",
        mode: "at_least_once",
        state: "pending",
        reason: null,
        deadlineMs: Date.now() + DAY_MS,
      })),
    },
  ]);

test("an unconfirmed account goes after 30 quiet days and its workspace is to be erased; youth, a sign-in, another member, a used key, an event or a delivery keeps it", async () => {
  const signs: ((of: Account) => Promise<unknown>)[] = [
    ({ userId }) => pool.query("UPDATE users SET email_verified_at = now() WHERE id = $1", [userId]),
    ({ userId }) => pool.query("UPDATE users SET created_at = now() - interval '29 days' WHERE id = $1", [userId]),
    ({ userId }) =>
      pool.query(
        "INSERT INTO sessions (id, token_hash, user_id, expires_at) VALUES (gen_random_uuid(), '\\x01', $1, now() - interval '29 days')",
        [userId],
      ),
    async ({ tenantId }) => {
      const other = await account();
      await pool.query("UPDATE users SET email_verified_at = now() WHERE id = $1", [other.userId]);
      await pool.query("INSERT INTO memberships (tenant_id, user_id, role) VALUES ($1, $2, 'viewer')", [tenantId, other.userId]);
    },
    ({ tenantId }) =>
      pool.query(
        `INSERT INTO api_keys (id, tenant_id, name, prefix, hash, scopes, last_used_at)
         VALUES (gen_random_uuid(), $1, 'CI', 'hk_', '\\x02', '{}', now() - interval '29 days')`,
        [tenantId],
      ),
    ({ tenantId }) => accept(tenantId, []),
    ({ subscriptionId }) => accept(uuidV7(Date.now()), [subscriptionId]),
  ];
  const quiet = await account();
  const lively: Account[] = [];
  for (const sign of signs) {
    const one = await account();
    await sign(one);
    lively.push(one);
  }
  expect(await forgetUnconfirmed(pool, Date.now())).toBe(1);
  const { rows } = await pool.query("SELECT id FROM users WHERE id = ANY($1)", [[quiet, ...lively].map(({ userId }) => userId)]);
  expect(rows.map(({ id }) => id).sort()).toEqual(lively.map(({ userId }) => userId).sort());
  expect(await listTenantsToErase(pool, 100)).toEqual([quiet.tenantId]);
  expect(await forgetUnconfirmed(pool, Date.now())).toBe(0);
});

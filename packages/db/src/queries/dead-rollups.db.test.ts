import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { openHotPool } from "../pools/pools.ts";
import { addAccepted } from "./add-accepted.ts";
import { claimDeliveries } from "./claim-deliveries.ts";
import { deadLetterRetries } from "./dead-letter-retries.ts";
import { endClaimed } from "./end-claimed.ts";
import { endErased } from "./end-erased.ts";
import { endPending } from "./end-pending.ts";
import { expireDeliveries } from "./expire-deliveries.ts";
import { insertEvents, type NewDelivery } from "./insert-events.ts";
import { readStatistics } from "./read-statistics.ts";
import { reapLeases } from "./reap-leases.ts";

const SHARD = 7;
const TOKEN = "0193b1f0-7a5e-4cc1-8d2e-4a1b2c3d4e5f";
let database: TestDatabase;
let pool: pg.Pool;
let tenantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openHotPool({ url: database.appUrl, applicationName: "test", max: 4, onError: () => {} });
  tenantId = uuidV7(Date.now());
  await pool.query("INSERT INTO tenants (id, name) VALUES ($1, 'Acme')", [tenantId]);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** An endpoint that is owed `n` deliveries, and the latest event of them. */
async function owe(n: number, fields: Partial<NewDelivery> = {}): Promise<{ id: string; eventId: string }> {
  const id = uuidV7(Date.now());
  await pool.query(
    "INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard) VALUES ($1, $2, 'https://rx.example/', 'rx.example:443', '{*}', $3)",
    [id, tenantId, SHARD],
  );
  let eventId = "";
  for (let i = 0; i < n; i++) {
    const acceptedMs = Date.now();
    eventId = uuidV7(acceptedMs);
    const delivery: NewDelivery = {
      subscriptionId: id,
      shard: SHARD,
      class: "first",
      mode: "at_least_once",
      state: "pending",
      reason: null,
      deadlineMs: acceptedMs + 86_400_000,
      ...fields,
    };
    const body = { body: Buffer.from('{"data":1}'), dataOffset: 8, dataLength: 1, idempotency: undefined };
    await insertEvents(pool, [{ id: eventId, tenantId, type: "order.paid", acceptedMs, fanOut: "done", deliveries: [delivery], ...body }]);
  }
  return { id, eventId };
}

const claim = async (subscriptionId: string, n: number, leaseMs = 90_000) =>
  claimDeliveries(
    pool,
    Date.now(),
    [{ shard: SHARD, subscriptionId, class: "first", dueAfterMs: Number.NEGATIVE_INFINITY, dueBeforeMs: Date.now() + 1_000, n }],
    TOKEN,
    leaseMs,
  );

/** What charts show and what the ledger holds. */
async function deaths(subscriptionId: string): Promise<[charts: number, ledger: number]> {
  const fromMs = Math.floor(Date.now() / 3_600_000 - 1) * 3_600_000;
  const buckets = await readStatistics(pool, { tenantId, subscriptionId, grain: "minutes", stepMs: 3_600_000, fromMs });
  const { rows } = await pool.query("SELECT count(*)::integer AS n FROM deliveries WHERE subscription_id = $1 AND state = 'dead'", [
    subscriptionId,
  ]);
  return [buckets.reduce((sum, { dead }) => sum + dead, 0), rows[0].n];
}

const endings: Record<string, () => Promise<{ id: string; n: number }>> = {
  "past its deadline": async () => {
    const { id } = await owe(2, { deadlineMs: Date.now() - 1 });
    await expireDeliveries(pool, Date.now(), 100);
    return { id, n: 2 };
  },
  "claimed, and nothing can be sent": async () => {
    const { id } = await owe(2);
    const [row] = await claim(id, 1);
    await endClaimed(pool, Date.now(), [{ deliveryId: row?.id as string, leaseToken: TOKEN, reason: "undecryptable_secret" }]);
    return { id, n: 1 };
  },
  "its endpoint deleted": async () => {
    const { id } = await owe(3);
    await endPending(pool, Date.now(), id, [SHARD], "subscription_deleted", 2);
    await endPending(pool, Date.now(), id, [SHARD], "subscription_deleted", 2);
    return { id, n: 3 };
  },
  "its payload erased": async () => {
    const { id, eventId } = await owe(2);
    await endErased(pool, eventId, 10);
    return { id, n: 1 };
  },
  "a retry that the budget does not afford": async () => {
    const { id } = await owe(3, { class: "retry" });
    await deadLetterRetries(pool, Date.now(), { shard: SHARD, subscriptionId: id, n: 2 });
    return { id, n: 2 };
  },
  "at most once, and its worker lost": async () => {
    const { id } = await owe(2, { mode: "at_most_once" });
    await claim(id, 2, -1);
    await reapLeases(pool, Date.now(), 100);
    return { id, n: 2 };
  },
  "shed when it was accepted": async () => {
    const { id } = await owe(2, { state: "dead", reason: "backlog_shed" });
    await addAccepted(pool, new Map([[id, { pending: 0, pendingBytes: 0, dead: 2, shed: 2, shedBytes: 20 }]]));
    return { id, n: 2 };
  },
};

test.each(Object.entries(endings))("a death is in the charts once, however it came: %s", async (_, end) => {
  const { id, n } = await end();
  expect(await deaths(id)).toEqual([n, n]);
});

test("a lease that ran out and is given back is no death", async () => {
  const { id } = await owe(1);
  await claim(id, 1, -1);
  await reapLeases(pool, Date.now(), 100);
  expect(await deaths(id)).toEqual([0, 0]);
});

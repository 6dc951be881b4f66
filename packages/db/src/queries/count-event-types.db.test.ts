import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { openPool } from "../pools/pools.ts";
import { countEventTypes, deleteOldTypeHours } from "./count-event-types.ts";
import { insertEvents } from "./insert-events.ts";
import { readCountedTo, readEventHours, readEventVolumes } from "./read-event-volumes.ts";

const HOUR_MS = 3_600_000;
const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const tenantId = uuidV7(Date.now());
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.appUrl, applicationName: "test", max: 4, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const newEvent = (type: string, acceptedMs: number, owner = tenantId) => ({
  id: uuidV7(acceptedMs),
  tenantId: owner,
  type,
  body: Buffer.from('{"data":1}'),
  dataOffset: 8,
  dataLength: 1,
  acceptedMs,
  idempotency: undefined,
  fanOut: "done" as const,
  deliveries: [],
});
const accept = (type: string, acceptedMs: number, owner?: string) => insertEvents(pool, [newEvent(type, acceptedMs, owner)]);
const countAll = async () => {
  while (await countEventTypes(pool));
};
const volumes = async () =>
  (await readEventVolumes(pool, tenantId, hour - 20 * HOUR_MS, await readCountedTo(pool))).map(({ type, events }) => [type, events]);
const inHours = async () => Number((await pool.query("SELECT coalesce(sum(events), 0) AS n FROM event_type_hours")).rows[0].n);

test("events are counted once by tenant, type and hour, however often the count runs, and those of other tenants apart", async () => {
  for (let i = 0; i < 3; i++) await accept("order.paid", hour - 2 * HOUR_MS + i * 20 * 60_000);
  await accept("order.paid", hour - HOUR_MS - 1);
  await accept("order.sent", hour - HOUR_MS + 1);
  await accept("order.paid", hour - HOUR_MS, uuidV7(Date.now()));
  await countAll();
  await countAll();
  expect(await volumes()).toEqual([
    ["order.paid", 4],
    ["order.sent", 1],
  ]);
  expect(await inHours()).toBe(6);
  expect(await readEventHours(pool, tenantId, "order.paid", hour - 20 * HOUR_MS, await readCountedTo(pool))).toEqual([
    { atMs: hour - 2 * HOUR_MS, events: 4 },
  ]);
});

test("what is too young to be counted for good is told all the same, and not twice when it is counted", async () => {
  const before = await inHours();
  await accept("order.new", Date.now());
  await countAll();
  expect(await inHours()).toBe(before);
  expect(await volumes()).toContainEqual(["order.new", 1]);
});

test("an event that a transaction still holds back is not passed over", async () => {
  await pool.query("UPDATE rollup_cursors SET folded_up_to = now() - interval '10 minutes' WHERE name = 'event_types'");
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await insertEvents(client, [newEvent("order.late", Date.now() - 1_000)]);
    await countAll();
    const { rows } = await client.query<{ before: boolean }>(
      "SELECT folded_up_to < now() AS before FROM rollup_cursors WHERE name = 'event_types'",
    );
    expect(rows[0]?.before).toBe(true);
    await client.query("COMMIT");
  } finally {
    client.release();
  }
  expect(await volumes()).toContainEqual(["order.late", 1]);
});

test("hours are kept for a quarter and then deleted", async () => {
  await countAll();
  const before = await inHours();
  await deleteOldTypeHours(pool, Date.now() + 89 * 24 * HOUR_MS, 100);
  expect(await inHours()).toBe(before);
  await deleteOldTypeHours(pool, Date.now() + 91 * 24 * HOUR_MS, 100);
  expect(await inHours()).toBe(0);
});

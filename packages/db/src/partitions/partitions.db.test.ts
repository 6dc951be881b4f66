import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidFloor, uuidV7 } from "../ids/uuid-v7.ts";
import { DAY_MS, dayStart, openBounds } from "./bounds.ts";
import { dropOldPartitions } from "./drop-partitions.ts";
import { DAYS_AHEAD, dayPartitioned, daysAhead, ensurePartitions, listPartitions, partitionName } from "./ensure-partitions.ts";

let database: TestDatabase;
let client: pg.Client;
const today = dayStart(Date.now());

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const insert = (at: number, state: string) =>
  client.query(
    `INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, state, next_attempt_at, deadline_at, body_bytes)
     VALUES ($1, 1, $1, $1, 'first', 'at_least_once', $2, now(), now(), 1)`,
    [uuidV7(at), state],
  );

test("a prepared database has today's partitions, yesterday's and eight days ahead, and takes rows to the last millisecond of the last day", async () => {
  const names = await listPartitions(client);
  for (const table of dayPartitioned)
    for (let day = -1; day <= DAYS_AHEAD; day++) expect(names).toContain(partitionName(table, today + day * DAY_MS));
  expect(daysAhead(names, Date.now())).toBe(DAYS_AHEAD);
  await insert(today + (DAYS_AHEAD + 1) * DAY_MS - 1, "delivered");
  await expect(insert(today + (DAYS_AHEAD + 2) * DAY_MS, "delivered")).rejects.toMatchObject({ code: "23514" });
});

test("C71: the days of UUIDs are UTC days whatever the server's time zone is", async () => {
  await client.query("SET timezone = 'Asia/Kolkata'");
  const { rows } = await client.query<{ bound: string }>(
    "SELECT pg_get_expr(relpartbound, oid) AS bound FROM pg_class WHERE relname = $1",
    [partitionName("events", today)],
  );
  expect(rows[0]?.bound).toContain(uuidFloor(today));
  await client.query("RESET timezone");
});

test("making partitions again makes none, and several at once do not collide", async () => {
  const later = Date.now() + 2 * DAY_MS;
  const clients = await Promise.all(
    [1, 2, 3].map(async () => {
      const c = new pg.Client({ connectionString: database.url });
      await c.connect();
      return c;
    }),
  );
  const made = await Promise.all(clients.map((c) => ensurePartitions(c, later)));
  await Promise.all(clients.map((c) => c.end()));
  expect(made.flat().sort()).toEqual(
    dayPartitioned.flatMap((table) => [9, 10].map((day) => partitionName(table, today + day * DAY_MS))).sort(),
  );
  expect(await ensurePartitions(client, later)).toEqual([]);
});

test("a table that a crash left unattached is attached by the next run", async () => {
  const name = partitionName("events", today + 11 * DAY_MS);
  await client.query(`CREATE TABLE "${name}" (LIKE events INCLUDING ALL)`);
  expect(await ensurePartitions(client, today + 3 * DAY_MS)).toContain(name);
});

test("a partition has every index of its parent", async () => {
  const count = async (table: string) =>
    (await client.query("SELECT count(*)::integer AS n FROM pg_indexes WHERE tablename = $1", [table])).rows[0].n;
  expect(await count(partitionName("deliveries", today))).toBe(await count("deliveries"));
});

test("days past their keeping are dropped, but never one that holds an open delivery, nor that day's events", async () => {
  const old = [-40, -39, -36];
  for (const day of old) {
    // Made as the job would have made them forty days ago
    await ensurePartitions(client, today + day * DAY_MS);
  }
  await insert(today - 40 * DAY_MS, "pending");
  await insert(today - 39 * DAY_MS, "delivered");
  const { dropped, kept } = await dropOldPartitions(client, Date.now());
  expect(kept.sort()).toEqual(dayPartitioned.map((table) => partitionName(table, today - 40 * DAY_MS)).sort());
  expect(dropped).toContain(partitionName("deliveries", today - 39 * DAY_MS));
  const names = await listPartitions(client);
  expect(names).not.toContain(partitionName("events", today - 36 * DAY_MS));
  expect(names).toContain(partitionName("deliveries", today - 30 * DAY_MS));
  expect(names).toContain(partitionName("events", today - 32 * DAY_MS));
});

test("the events of a day are kept while a replay of one of them is under way, and go when it is over", async () => {
  const day = today - 45 * DAY_MS;
  await ensurePartitions(client, day);
  const id = uuidV7(day);
  await client.query("INSERT INTO replays (id, delivery_id, new_delivery_id, event_id, subscription_id) VALUES ($1, $1, $1, $1, $1)", [id]);
  expect((await dropOldPartitions(client, Date.now())).kept).toContain(partitionName("events", day));
  await client.query("UPDATE replays SET finished_at = now() WHERE id = $1", [id]);
  expect((await dropOldPartitions(client, Date.now())).dropped).toContain(partitionName("events", day));
});

test("the open window reaches from before the longest retry window to the end of tomorrow", () => {
  const { from, to } = openBounds(today + 1);
  expect(from < uuidFloor(today + 1 - 72 * 3_600_000)).toBe(true);
  expect(to).toBe(uuidFloor(today + 2 * DAY_MS));
});

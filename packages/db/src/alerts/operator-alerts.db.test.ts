import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { openPool } from "../pools/pools.ts";
import { operatorAlerts, reportOperatorAlerts } from "./operator-alerts.ts";

let database: TestDatabase;
let pool: pg.Pool;
const [one, other] = [uuidV7(Date.now()), uuidV7(Date.now())];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.url, applicationName: "test", max: 2, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const held = async () => (await operatorAlerts(pool, Date.now())).map(({ name, workers }) => [name, workers]);

test("while no worker lives, what shards need is told all the same", async () => {
  expect(await operatorAlerts(pool, Date.now())).toMatchObject([{ name: "shard_without_owner", sinceMs: null, workers: 0 }]);
  await pool.query("INSERT INTO workers (id, incarnation, hostname, pid) VALUES ($1, $1, 'h', 1)", [one]);
  await pool.query("UPDATE workers SET heartbeat_at = now() + interval '1 hour'");
  expect(await held()).toEqual([]);
});

test("an alert is told while a worker holds it, by how many do, and not when they ceased or fell silent", async () => {
  await reportOperatorAlerts(pool, one, ["panic_freeze", "fleet_budget_empty"]);
  await reportOperatorAlerts(pool, other, ["panic_freeze"]);
  expect(await held()).toEqual([
    ["panic_freeze", 2],
    ["fleet_budget_empty", 1],
  ]);
  const since = async () => (await operatorAlerts(pool, Date.now()))[0]?.sinceMs;
  const before = await since();
  await reportOperatorAlerts(pool, one, ["panic_freeze"]);
  expect(await since()).toBe(before);
  expect(await held()).toEqual([["panic_freeze", 2]]);
  await pool.query("UPDATE operator_alerts SET seen_at = now() - interval '1 minute'");
  expect(await held()).toEqual([]);
  await reportOperatorAlerts(pool, one, []);
  expect((await pool.query("SELECT FROM operator_alerts WHERE worker_id = $1", [one])).rowCount).toBe(0);
});

test("missing partitions are seen in the database itself", async () => {
  expect(await operatorAlerts(pool, Date.now() + 7 * 86_400_000)).toMatchObject([{ name: "partition_missing" }]);
});

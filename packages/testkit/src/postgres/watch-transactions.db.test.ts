import type { Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../wait-for.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";
import { watchTransactions } from "./watch-transactions.ts";

const ownName = "watcher";
let database: TestDatabase;
let db: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase({ content: "empty" });
  db = new pg.Pool({ connectionString: database.url, application_name: ownName });
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client;
}

test("a transaction that is left open is told with its statement", async () => {
  const client = await connect();
  await client.query("BEGIN");
  await client.query("SELECT 'left open'");
  const longest = await watchTransactions(db, ownName).stop();
  await client.end();
  expect(longest.statement).toBe("SELECT 'left open'");
  expect(longest.ms).toBeGreaterThan(0);
});

test("an idle session that passes notifications on is no open transaction", async () => {
  const listener = await connect();
  await listener.query("LISTEN news");
  // It reads nothing more, so its session stays within passing on
  const { stream } = (listener as unknown as { connection: { stream: Socket } }).connection;
  stream.pause();
  await db.query("SELECT pg_notify('news', repeat('x', 7900) || n) FROM generate_series(1, 4000) n");
  const passing = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN news' AND xact_start IS NOT NULL";
  await waitFor(async () => (await db.query(passing)).rows.length > 0, { what: "the session to pass notifications on", intervalMs: 10 });
  const longest = await watchTransactions(db, ownName).stop();
  stream.resume();
  await listener.end();
  expect(longest).toEqual({ ms: 0, statement: "" });
});

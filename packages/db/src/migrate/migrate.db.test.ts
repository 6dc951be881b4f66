import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testkit/src/postgres/test-database.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let dir: string;
let client: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase({ content: "empty" });
  dir = mkdtempSync(path.join(tmpdir(), "hooklane-migrate-"));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await database.drop();
  rmSync(dir, { recursive: true });
});

function write(name: string, sql: string): void {
  mkdirSync(path.join(dir, name), { recursive: true });
  writeFileSync(path.join(dir, name, "migration.sql"), sql);
}

const run = (options = {}) => migrate({ url: database.url, dir, ...options });
const exists = async (relation: string) =>
  (await client.query("SELECT to_regclass($1) IS NOT NULL AS yes", [relation])).rows[0].yes as boolean;
const bookkeeping = async () =>
  (
    await client.query(
      `SELECT migration_name, finished_at IS NOT NULL AS finished, applied_steps_count FROM _prisma_migrations ORDER BY started_at`,
    )
  ).rows;

test("an empty folder applies nothing", async () => {
  expect(await run()).toEqual({ applied: [] });
});

test("migrations are applied in the order of their names, once", async () => {
  write("2_rename", "ALTER TABLE a RENAME TO b");
  write("1_create", "CREATE TABLE a (n int); -- ends in a comment");
  expect(await run()).toEqual({ applied: ["1_create", "2_rename"] });
  expect(await run()).toEqual({ applied: [] });
  expect(await bookkeeping()).toEqual([
    { migration_name: "1_create", finished: true, applied_steps_count: 1 },
    { migration_name: "2_rename", finished: true, applied_steps_count: 1 },
  ]);
});

test("of three runs at once each migration is applied by exactly one", async () => {
  write("1_create", "CREATE TABLE a (n int); SELECT pg_sleep(0.05)");
  write("2_fill", "INSERT INTO a VALUES (1)");
  const runs = await Promise.all([run(), run(), run()]);
  expect(runs.flatMap(({ applied }) => applied)).toEqual(["1_create", "2_fill"]);
  expect((await client.query("SELECT * FROM a")).rows).toEqual([{ n: 1 }]);
});

test("function bodies and several statements in a file stay whole", async () => {
  write(
    "1_function",
    "CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 7; END $$; CREATE TABLE a (n int DEFAULT f());",
  );
  await run();
  expect((await client.query("INSERT INTO a DEFAULT VALUES RETURNING n")).rows).toEqual([{ n: 7 }]);
});

test("a file that fails is rolled back whole, leaves no row, names its line, and works once it is repaired", async () => {
  write("1_good", "CREATE TABLE good (n int)");
  write("2_bad", "CREATE TABLE half (n int);\nSELECT 1;\nSELECT absent_column;\n");
  await expect(run()).rejects.toMatchObject({ code: "failed", message: expect.stringMatching(/2_bad failed at line 3: .*absent_column/) });
  expect(await exists("half")).toBe(false);
  expect((await bookkeeping()).map((row) => row.migration_name)).toEqual(["1_good"]);
  write("2_bad", "CREATE TABLE half (n int)");
  expect(await run()).toEqual({ applied: ["2_bad"] });
});

test("a file that was edited after it was applied is refused, and nothing else is applied", async () => {
  write("1_create", "CREATE TABLE a (n int)");
  await run();
  write("1_create", "CREATE TABLE a (n bigint)");
  write("2_more", "CREATE TABLE b (n int)");
  await expect(run()).rejects.toMatchObject({ code: "edited", message: expect.stringContaining("1_create") });
  expect(await exists("b")).toBe(false);
});

test("a database that is newer than the folder is refused", async () => {
  write("1_create", "CREATE TABLE a (n int)");
  write("2_more", "CREATE TABLE b (n int)");
  await run();
  rmSync(path.join(dir, "2_more"), { recursive: true });
  await expect(run()).rejects.toMatchObject({ code: "unknown_migration", message: expect.stringContaining("2_more") });
});

test("CREATE INDEX CONCURRENTLY works alone in its file", async () => {
  write("1_create", "CREATE TABLE a (n int)");
  write("2_index", "-- for look-ups\nCREATE INDEX CONCURRENTLY a_n ON a (n);\n");
  const runs = await Promise.all([run(), run()]); // the one that waits for the lock must not hold the index back
  expect(runs.flatMap(({ applied }) => applied)).toEqual(["1_create", "2_index"]);
  expect((await client.query("SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_n'::regclass")).rows).toEqual([{ indisvalid: true }]);
});

test("a statement outside of a transaction that fails blocks later runs until a person has looked", async () => {
  write("1_create", "CREATE TABLE a (n int); INSERT INTO a VALUES (1), (1)");
  write("2_index", "CREATE UNIQUE INDEX CONCURRENTLY a_n ON a (n)");
  await expect(run()).rejects.toMatchObject({ code: "failed", message: expect.stringContaining("outside of a transaction") });
  await expect(run()).rejects.toMatchObject({ code: "failed_before", message: expect.stringContaining("2_index") });
  await client.query("DELETE FROM a; DROP INDEX a_n; UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL");
  expect(await run()).toEqual({ applied: ["2_index"] });
});

test("a table that stays locked is given up after the tries, with nothing applied", async () => {
  write("1_create", "CREATE TABLE a (n int)");
  await run();
  write("2_alter", "CREATE TABLE b (n int); ALTER TABLE a ADD m int");
  await client.query("BEGIN; SELECT * FROM a");
  await expect(run({ lockTimeoutMs: 20, lockTries: 2 })).rejects.toMatchObject({
    code: "busy",
    message: expect.stringContaining("2_alter"),
  });
  await client.query("COMMIT");
  expect(await exists("b")).toBe(false);
});

test("a table that is locked for a while is tried again", async () => {
  write("1_create", "CREATE TABLE a (n int)");
  await run();
  write("2_alter", "ALTER TABLE a ADD m int");
  await client.query("BEGIN; SELECT * FROM a");
  const running = run({ lockTimeoutMs: 20 });
  const timedOut = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'hooklane-migrate' AND query LIKE 'ROLLBACK%'";
  while ((await client.query(timedOut)).rows[0].n === 0) await client.query("SELECT pg_stat_clear_snapshot()"); // until its first try has failed
  await client.query("COMMIT");
  expect(await running).toEqual({ applied: ["2_alter"] });
});

test("a run gives up when another one holds the lock for too long", async () => {
  await client.query("SELECT pg_advisory_lock(72707369)");
  await expect(run({ runWaitMs: 150 })).rejects.toMatchObject({ code: "busy" });
});

test("a migration that changes the session does not disturb the next one", async () => {
  write("1_settings", "SET search_path = ''; SET lock_timeout = 1; CREATE TABLE public.a (n int)");
  write("2_more", "CREATE TABLE b (n int)");
  expect(await run()).toEqual({ applied: ["1_settings", "2_more"] });
  expect(await exists("public.b")).toBe(true);
});

test("a database that does not answer is waited for, within bounds", async () => {
  const port = await closedPort();
  const url = Object.assign(new URL(database.url), { port }).href;
  await expect(run({ url, connectWaitMs: 300 })).rejects.toMatchObject({ code: "unreachable", message: expect.stringContaining("0.3 s") });
});

test("a database that comes up during the wait is used", async () => {
  write("1_create", "CREATE TABLE a (n int)");
  const refused: Socket[] = [];
  // The first connection is closed as by a server that still starts; the next ones are led to the real server.
  const real = Number(new URL(database.url).port);
  const { connect } = await import("node:net");
  const gate = createServer((socket) => {
    if (refused.length === 0) refused.push(socket.destroy());
    else
      socket
        .on("error", () => {})
        .pipe(connect(real, "127.0.0.1").on("error", () => {}))
        .pipe(socket);
  });
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  const { port } = gate.address() as { port: number };
  const url = Object.assign(new URL(database.url), { port: String(port) }).href;
  expect(await run({ url })).toEqual({ applied: ["1_create"] });
  expect(refused).toHaveLength(1);
  gate.close();
});

test.each([
  { fault: "a wrong password", url: (url: URL) => Object.assign(url, { password: "wrong" }) },
  { fault: "an absent database", url: (url: URL) => Object.assign(url, { pathname: "/absent" }) },
])("$fault fails at once, without waiting", async ({ url }) => {
  const wrong = url(new URL(database.url)).href;
  await expect(run({ url: wrong, connectWaitMs: 600_000 })).rejects.toMatchObject({ code: "unreachable" });
});

test("an absent folder and a migration without a file are named", async () => {
  await expect(run({ dir: path.join(dir, "absent") })).rejects.toMatchObject({
    code: "bad_folder",
    message: expect.stringContaining("absent"),
  });
  mkdirSync(path.join(dir, "1_hollow"));
  await expect(run()).rejects.toMatchObject({ code: "bad_folder", message: expect.stringContaining("1_hollow") });
});

async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

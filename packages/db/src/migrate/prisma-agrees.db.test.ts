import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runPrisma } from "../../../testkit/src/postgres/run-prisma.ts";
import { createTestDatabase, type TestDatabase } from "../../../testkit/src/postgres/test-database.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let cwd: string;
let dir: string;

beforeEach(async () => {
  database = await createTestDatabase({ content: "empty" });
  cwd = mkdtempSync(path.join(tmpdir(), "hooklane-migrate-prisma-"));
  dir = path.join(cwd, "migrations");
  const config = { schema: "schema.prisma", migrations: { path: "migrations" } };
  writeFileSync(
    path.join(cwd, "prisma.config.mjs"),
    `export default { ...${JSON.stringify(config)}, datasource: { url: process.env.DATABASE_URL } };\n`,
  );
  writeFileSync(path.join(cwd, "schema.prisma"), 'datasource db {\n  provider = "postgresql"\n}\nmodel a {\n  n Int @id\n}\n');
  write("1_create", "CREATE TABLE a (n int PRIMARY KEY);");
  writeFileSync(path.join(dir, "migration_lock.toml"), 'provider = "postgresql"\n');
});

afterEach(async () => {
  await database.drop();
  rmSync(cwd, { recursive: true });
});

function write(name: string, sql: string): void {
  mkdirSync(path.join(dir, name), { recursive: true });
  writeFileSync(path.join(dir, name, "migration.sql"), sql);
}

const prisma = (...args: string[]) => runPrisma(args, { url: database.url, cwd });

test("Prisma says up to date after our run, and finds nothing pending", async () => {
  write("2_index", "CREATE INDEX CONCURRENTLY a_n ON a (n);");
  expect(await migrate({ url: database.url, dir })).toEqual({ applied: ["1_create", "2_index"] });
  expect(await prisma("migrate", "status")).toEqual({ exitCode: 0, output: expect.stringContaining("Database schema is up to date") });
  expect(await prisma("migrate", "deploy")).toEqual({ exitCode: 0, output: expect.stringContaining("No pending migrations") });
}, 60_000);

test("we say up to date after Prisma's run, and each goes on where the other stopped", async () => {
  expect(await prisma("migrate", "deploy")).toMatchObject({ exitCode: 0 });
  expect(await migrate({ url: database.url, dir })).toEqual({ applied: [] });
  write("2_more", "CREATE TABLE b (n int PRIMARY KEY);");
  expect(await migrate({ url: database.url, dir })).toEqual({ applied: ["2_more"] });
  write("3_more", "CREATE TABLE c (n int PRIMARY KEY);");
  expect(await prisma("migrate", "deploy")).toEqual({ exitCode: 0, output: expect.stringContaining("3_more") });
  expect(await migrate({ url: database.url, dir })).toEqual({ applied: [] });
}, 60_000);

test("a migration that failed in Prisma's run is refused until Prisma resolved it", async () => {
  write("2_bad", "CREATE TABLE b (n int PRIMARY KEY); SELECT absent_column;");
  expect(await prisma("migrate", "deploy")).toMatchObject({ exitCode: 1 });
  await expect(migrate({ url: database.url, dir })).rejects.toMatchObject({
    code: "failed_before",
    message: expect.stringContaining("2_bad"),
  });
  expect(await prisma("migrate", "resolve", "--rolled-back", "2_bad")).toMatchObject({ exitCode: 0 });
  write("2_bad", "CREATE TABLE b (n int PRIMARY KEY);");
  expect(await migrate({ url: database.url, dir })).toEqual({ applied: ["2_bad"] });
}, 60_000);

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prismaDiff } from "./prisma-diff.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

let database: TestDatabase;
let cwd: string;

beforeAll(async () => {
  database = await createTestDatabase({ content: "empty" });
  cwd = mkdtempSync(path.join(tmpdir(), "prisma-diff-"));
  writeFileSync(path.join(cwd, "prisma.config.mjs"), "export default { datasource: { url: process.env.DATABASE_URL } };\n");
  writeSchema("id Int @id");
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`CREATE TABLE "Item" (id int NOT NULL, CONSTRAINT "Item_pkey" PRIMARY KEY (id))`);
  await client.end();
});

afterAll(async () => {
  await database.drop();
  rmSync(cwd, { recursive: true });
});

function writeSchema(fields: string): void {
  writeFileSync(path.join(cwd, "schema.prisma"), `datasource db {\n  provider = "postgresql"\n}\nmodel Item {\n  ${fields}\n}\n`);
}

test("a database that matches its schema does not differ", async () => {
  expect(await prismaDiff({ url: database.url, cwd, schema: "schema.prisma" })).toMatchObject({ differs: false });
});

test("a column that the database lacks is a difference and is named", async () => {
  writeSchema("id Int @id\n  weight Int?");
  const diff = await prismaDiff({ url: database.url, cwd, schema: "schema.prisma" });
  expect(diff).toEqual({ differs: true, summary: expect.stringContaining("weight") });
});

test("a comparison that Prisma cannot make is an error and no answer", async () => {
  await expect(prismaDiff({ url: database.url, cwd, schema: "absent.prisma" })).rejects.toThrow("absent.prisma");
});

import { readFileSync } from "node:fs";
import path from "node:path";
import { createTestDatabase, prismaDiff, type TestDatabase } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

const INDEXES = path.join(import.meta.dirname, "../../../docs/indexes.md");
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test("the migrated database is what schema.prisma says", async () => {
  expect(await prismaDiff({ url: database.url })).toMatchObject({ differs: false });
});

test("the database's indexes are exactly those that docs/indexes.md lists with their readers", async () => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexname AS name, regexp_replace(i.indexdef, '^CREATE (UNIQUE )?INDEX \\S+ ON (ONLY )?public\\.', '\\1') AS definition
     FROM pg_indexes i JOIN pg_class c ON c.relname = i.indexname AND c.relnamespace = 'public'::regnamespace
     WHERE i.schemaname = 'public' AND NOT c.relispartition AND i.tablename <> '_prisma_migrations' ORDER BY i.tablename, i.indexname`,
  );
  const actual = rows.map((row) => `\`${row.name}\` | \`${row.definition}\``);
  const listed = readFileSync(INDEXES, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split(" | ").slice(0, 2).join(" | ").slice(2));
  expect(listed).toEqual(actual);
});

test("every index in docs/indexes.md names a reader", () => {
  const lines = readFileSync(INDEXES, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  for (const line of lines) expect(line.split(" | ")[2]?.replace(/\|$/, "").trim(), line).toMatch(/^[A-Z].{5,}/);
});

test("the ledger has no foreign key and no default partition", async () => {
  const { rows } = await client.query(
    `SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text ~ '^(events|deliveries|attempts|replays|idempotency_keys|fan_outs|lane_stats)'`,
  );
  expect(rows).toEqual([]);
  const { rows: defaults } = await client.query(
    "SELECT c.relname FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid WHERE p.partdefid <> 0 AND c.relnamespace = 'public'::regnamespace",
  );
  expect(defaults).toEqual([]);
});

import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "./test-database.ts";

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("databases asked for at the same moment are separate", async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await query(first.url, "CREATE TABLE only_in_the_first (n int)");
  const find = "SELECT to_regclass('only_in_the_first') IS NOT NULL AS present";
  expect([await query(first.url, find), await query(second.url, find)]).toEqual([[{ present: true }], [{ present: false }]]);
  await Promise.all([first.drop(), second.drop()]);
});

test("an empty one has no tables", async () => {
  const empty = await createTestDatabase({ content: "empty" });
  expect(await query(empty.url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  await empty.drop();
});

test("dropping ends sessions that are still open, and dropping twice is allowed", async () => {
  const database = await createTestDatabase({ content: "empty" });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // Told twice: by the server's message and by the closed connection.
  const ended = new Promise<string | undefined>((resolve) => client.on("error", (error) => resolve((error as pg.DatabaseError).code)));
  await database.drop();
  expect(await ended).toBe("57P01");
  await database.drop();
  await expect(query(database.url, "SELECT 1")).rejects.toMatchObject({ code: "3D000" });
});

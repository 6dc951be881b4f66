import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "./in-transaction.ts";
import { openPool } from "./pools.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a session that ends between two statements of a transaction fails the transaction, and not the process", async () => {
  const pool = openPool({ url: database.appUrl, applicationName: "test", max: 2, onError: () => {} });
  const failed = inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const ended = new Promise((resolve) => client.once("end", resolve));
    await pool.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
    await ended;
    await client.query("SELECT 1");
  });
  await expect(failed).rejects.toThrow(/not queryable|terminat|connection/i);
  expect((await inTransaction(pool, (client) => client.query("SELECT 1 AS one"))).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

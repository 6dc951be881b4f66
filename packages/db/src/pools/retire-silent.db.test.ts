import { createTestDatabase, gateBefore, type TestDatabase } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { retireSilent } from "./retire-silent.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("FT12: one query without an answer retires every idle session, so that the next query does not meet another dead one", async () => {
  const { gate, url } = await gateBefore(database.url);
  const pool = retireSilent(new pg.Pool({ connectionString: url, max: 4, query_timeout: 1_000 }));
  pool.on("error", () => {});
  const clients = await Promise.all([1, 2, 3, 4].map(() => pool.connect()));
  for (const client of clients) client.release();
  gate.silence();
  await expect(pool.query("SELECT 1")).rejects.toThrow("Query read timeout");
  expect(pool.idleCount).toBe(0);
  expect((await pool.query("SELECT 2 AS n")).rows).toEqual([{ n: 2 }]);
  await pool.end();
  await gate.close();
});

import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { openHotPool } from "../pools/pools.ts";
import { addAccepted } from "./add-accepted.ts";

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openHotPool({ url: database.appUrl, applicationName: "test", max: 2, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("FT12: a batch of lane books that is sent again because its answer was lost is counted once, the next one and other processes' are counted", async () => {
  const lane = uuidV7(Date.now());
  const accepted = new Map([[lane, { pending: 3, pendingBytes: 30, dead: 1, shed: 1, shedBytes: 5 }]]);
  const [first, second] = [uuidV7(Date.now()), uuidV7(Date.now())];
  const books = async () =>
    (await pool.query("SELECT backlog, backlog_bytes, dead_count FROM lane_stats WHERE subscription_id = $1", [lane])).rows[0];
  for (let i = 0; i < 3; i++) await addAccepted(pool, accepted, undefined, { processId: first, number: 1 });
  expect(await books()).toEqual({ backlog: 3, backlog_bytes: 30, dead_count: 1 });
  await addAccepted(pool, accepted, undefined, { processId: second, number: 1 });
  await addAccepted(pool, accepted, undefined, { processId: first, number: 2 });
  await addAccepted(pool, accepted);
  expect(await books()).toEqual({ backlog: 12, backlog_bytes: 120, dead_count: 4 });
  const { rows } = await pool.query("SELECT sum(dead)::integer AS dead FROM rollup_minutes WHERE subscription_id = $1", [lane]);
  expect(rows).toEqual([{ dead: 4 }]);
});

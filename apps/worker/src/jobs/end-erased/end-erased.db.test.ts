import { endErased, openPool, uuidV7 } from "@hooklane/db";
import { createTestDatabase, type TestDatabase, waitFor } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endErasedDeliveries } from "./handler.ts";

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.appUrl, applicationName: "test", max: 3, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** An erased event with deliveries in these states. */
async function erasedEvent(states: Record<string, number>): Promise<string> {
  const id = uuidV7(Date.now());
  await pool.query(
    `INSERT INTO events (id, tenant_id, type, body, data_offset, data_length, accepted_at, deliveries, erased_at) VALUES ($1, $1, 'a', NULL, 0, 2, now(), 0, now())`,
    [id],
  );
  let from = 0;
  for (const [state, n] of Object.entries(states)) {
    await pool.query(
      `INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, state, next_attempt_at, deadline_at, body_bytes)
       SELECT (substr($1::text, 1, 13) || '-7000-8000-' || lpad(to_hex(n + $4), 12, '0'))::uuid, 1, $1::uuid, $1::uuid, 'first', 'at_least_once', $2, now(), now(), 10
       FROM generate_series(1, $3::integer) AS n`,
      [id, state, n, from],
    );
    from += n;
  }
  return id;
}
const stateOf = async (id: string): Promise<Record<string, number>> => {
  const { rows } = await pool.query<{ state: string; n: number }>(
    "SELECT state, count(*)::integer AS n FROM deliveries WHERE event_id = $1 GROUP BY state",
    [id],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};

test("all that an erased event has pending ends dead, batch by batch, with its lane's books; what is final stays", async () => {
  const id = await erasedEvent({ pending: 2_500, delivered: 3 });
  await endErasedDeliveries({ pool }, { event_id: id }, new AbortController().signal);
  expect(await stateOf(id)).toEqual({ dead: 2_500, delivered: 3 });
  const { rows } = await pool.query("SELECT backlog, backlog_bytes, dead_count FROM lane_stats WHERE subscription_id = $1", [id]);
  expect(rows).toEqual([{ backlog: -2_500, backlog_bytes: -25_000, dead_count: 2_500 }]);
});

test("a replay's delivery, which lies in another millisecond, ends too, and its replay with it", async () => {
  const id = await erasedEvent({ delivered: 1 });
  const other = await erasedEvent({ pending: 1 });
  await pool.query("UPDATE deliveries SET event_id = $1, replay_id = $2 WHERE event_id = $2", [id, other]);
  await pool.query(
    `INSERT INTO replays (id, delivery_id, new_delivery_id, event_id, subscription_id) SELECT $2, $1, id, $1, $1 FROM deliveries WHERE replay_id = $2`,
    [id, other],
  );
  expect(await endErased(pool, id, 10)).toEqual({ ended: 1, open: 0 });
  const { rows } = await pool.query("SELECT finished_at IS NOT NULL AS finished FROM replays WHERE id = $1", [other]);
  expect(rows).toEqual([{ finished: true }]);
});

test("what is in flight is waited for: an attempt that fails puts its delivery back, and it ends then", async () => {
  const id = await erasedEvent({ inflight: 1 });
  const ending = endErasedDeliveries({ pool }, { event_id: id }, new AbortController().signal);
  await waitFor(async () => (await endErased(pool, id, 0)).open === 1, { what: "the delivery in flight" });
  await pool.query("UPDATE deliveries SET state = 'pending' WHERE event_id = $1", [id]);
  await ending;
  expect(await stateOf(id)).toEqual({ dead: 1 });
});

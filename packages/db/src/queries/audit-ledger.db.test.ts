import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shardOf } from "../ids/shard.ts";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { openPool } from "../pools/pools.ts";
import { auditEvents, readOverdue } from "./audit-ledger.ts";
import { insertEvents } from "./insert-events.ts";
import { readBacklogs, readBacklogTotals } from "./read-backlogs.ts";
import { readShardGaps } from "./read-shard-gaps.ts";

let database: TestDatabase;
let pool: pg.Pool;
const now = Date.now();
const tenantId = uuidV7(now);

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.appUrl, applicationName: "test", max: 2, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const subscriptions = Array.from({ length: 3 }, () => ({ id: uuidV7(now), shard: shardOf("rx.example:443") }));

async function accept(acceptedMs: number): Promise<string> {
  const id = uuidV7(acceptedMs);
  const common = { class: "first", mode: "at_least_once", state: "pending", reason: null, deadlineMs: acceptedMs + 86_400_000 } as const;
  await insertEvents(pool, [
    {
      id,
      tenantId,
      type: "a.b",
      body: Buffer.from("{}"),
      dataOffset: 0,
      dataLength: 2,
      acceptedMs,
      idempotency: undefined,
      fanOut: "done",
      deliveries: subscriptions.map((subscription) => ({ subscriptionId: subscription.id, shard: subscription.shard, ...common })),
    },
  ]);
  return id;
}

test("an event that lost a delivery is found among those that have all of theirs, and events outside the span are not looked at", async () => {
  const whole = await accept(now - 1_000);
  const torn = await accept(now - 999);
  await accept(now);
  expect(await auditEvents(pool, now, now - 1_000, now, 10)).toEqual({ checked: 2, mismatched: [] });
  await pool.query("DELETE FROM deliveries WHERE event_id = $1 AND subscription_id = $2", [torn, subscriptions[0]?.id]);
  expect(await auditEvents(pool, now, now - 1_000, now, 10)).toEqual({ checked: 2, mismatched: [torn] });
  expect(await auditEvents(pool, now, now - 1_000, now, 1)).toEqual({ checked: 1, mismatched: [] });
  // A replay is a delivery of the event, too, but nothing that its accept promised
  await pool.query("UPDATE deliveries SET replay_id = gen_random_uuid() WHERE event_id = $1 AND subscription_id = $2", [
    whole,
    subscriptions[1]?.id,
  ]);
  expect((await auditEvents(pool, now, now - 1_000, now, 10)).mismatched.sort()).toEqual([torn, whole].sort());
});

test("rows that no sweep ended in time are counted, up to a limit, and nothing else is", async () => {
  expect(await readOverdue(pool, now, 60_000, 100)).toEqual({ leases: 0, deadlines: 0 });
  await pool.query("UPDATE deliveries SET deadline_at = now() - interval '2 minutes' WHERE subscription_id = $1", [subscriptions[1]?.id]);
  await pool.query(
    "UPDATE deliveries SET state = 'inflight', lease_token = gen_random_uuid(), lease_expires_at = now() - interval '2 minutes' WHERE subscription_id = $1",
    [subscriptions[2]?.id],
  );
  expect(await readOverdue(pool, now, 60_000, 100)).toEqual({ leases: 3, deadlines: 3 });
  expect(await readOverdue(pool, now, 60_000, 2)).toEqual({ leases: 2, deadlines: 2 });
  expect(await readOverdue(pool, now, 180_000, 100)).toEqual({ leases: 0, deadlines: 0 });
});

test("the backlog is read from the lanes' books, of some or of all", async () => {
  await pool.query("INSERT INTO lane_stats (subscription_id, backlog, backlog_bytes, dead_count) VALUES ($1, 7, 70, 1), ($2, -1, -10, 2)", [
    subscriptions[0]?.id,
    subscriptions[1]?.id,
  ]);
  expect(await readBacklogs(pool, [subscriptions[0]?.id as string, uuidV7(now)])).toEqual([
    { subscriptionId: subscriptions[0]?.id, backlog: 7, backlogBytes: 70, deadCount: 1 },
  ]);
  expect(await readBacklogTotals(pool)).toEqual({ backlog: 7, backlogBytes: 70, deadCount: 3 });
});

test("a shard counts as without an owner when nobody has it, or who has it is silent", async () => {
  expect(await readShardGaps(pool, 10_000)).toBe(1_024);
  const worker = uuidV7(now);
  await pool.query("INSERT INTO workers (id, incarnation, hostname, pid) VALUES ($1, $1, 'h', 1)", [worker]);
  await pool.query("UPDATE shards SET owner = $1 WHERE shard <> 5", [worker]);
  expect(await readShardGaps(pool, 10_000)).toBe(1);
  await pool.query("UPDATE workers SET heartbeat_at = now() - interval '11 seconds'");
  expect(await readShardGaps(pool, 10_000)).toBe(1_024);
});

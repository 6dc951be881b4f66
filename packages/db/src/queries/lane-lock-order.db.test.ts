import { waitFor } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { delivered, HOUR_MS, ReplayWorld, TOKEN } from "../replays/test-support/replay-world.ts";
import { addAccepted } from "./add-accepted.ts";
import { advanceFanOut, type FanOutRules } from "./advance-fan-out.ts";
import { deadLetterRetries } from "./dead-letter-retries.ts";
import { endClaimed } from "./end-claimed.ts";
import { endErased } from "./end-erased.ts";
import { endPending } from "./end-pending.ts";
import { expireDeliveries } from "./expire-deliveries.ts";
import { reapLeases } from "./reap-leases.ts";
import { recountLanes } from "./recount-lanes.ts";
import { sampleArrivals } from "./sample-lanes.ts";
import { settleAttempts } from "./settle-attempts.ts";

let world: ReplayWorld;
/** Holds the books while another session wants them. */
let holder: pg.Client;

beforeAll(async () => {
  world = await ReplayWorld.create();
  holder = new pg.Client({ connectionString: world.database.url, application_name: "holder" });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await world.close();
});

const claimedUntil = (moment: string) => `state = 'inflight', attempt = 1, lease_token = '${TOKEN}', lease_expires_at = ${moment}`;
const claimed = claimedUntil("now() + interval '1 minute'");

async function isSomebodyWaiting(): Promise<boolean> {
  const waiting = "application_name = 'test' AND wait_event_type = 'Lock'";
  const { rows } = await holder.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND ${waiting}`);
  return rows.length > 0;
}

async function eventOf(deliveryId: string): Promise<string> {
  const { rows } = await world.pool.query<{ event_id: string }>("SELECT event_id FROM deliveries WHERE id = $1", [deliveryId]);
  return rows[0]?.event_id ?? "";
}

/** What a fan-out owes to everybody: a delivery that is shed. */
const shedAll: FanOutRules = {
  patterns: () => ["*"],
  passes: () => true,
  owed: (_, acceptedMs) => ({
    class: "first",
    mode: "at_least_once",
    state: "dead",
    reason: "backlog_shed",
    deadlineMs: acceptedMs + HOUR_MS,
  }),
};

/** As if the delivery had yet to be made by its event's fan-out. */
async function fanOutAnew(deliveryId: string): Promise<void> {
  const eventId = await eventOf(deliveryId);
  await world.pool.query("DELETE FROM deliveries WHERE id = $1", [deliveryId]);
  await world.pool.query(
    `INSERT INTO fan_outs (event_id, tenant_id, tenant_ids, snapshot, total)
     VALUES ($1, $2, ARRAY[$2::uuid], pg_current_snapshot(), 1)`,
    [eventId, world.tenantId],
  );
  await advanceFanOut(world.pool, eventId, shedAll, { deliveries: 0, bytes: 0 }, 1_000);
}

/** Every statement that writes the books of lanes with other rows of theirs: what it finds, and the statement. */
const writers: [name: string, assignments: string, write: (deliveryId: string, nowMs: number) => Promise<unknown>][] = [
  [
    "settling",
    claimed,
    (id, nowMs) => {
      const row = delivered({ id, attempt: 1, class: "first", dueMs: nowMs });
      return settleAttempts(world.pool, nowMs, [{ ...row, state: "dead", success: false, totalMs: null }]);
    },
  ],
  [
    "ending what is claimed",
    claimed,
    (id, nowMs) => endClaimed(world.pool, nowMs, [{ deliveryId: id, leaseToken: TOKEN, reason: "expired" }]),
  ],
  [
    "returning lost leases",
    `${claimedUntil("now() - interval '1 minute'")}, mode = 'at_most_once'`,
    (_, nowMs) => reapLeases(world.pool, nowMs, 10),
  ],
  ["expiry", "deadline_at = now() - interval '1 minute'", (_, nowMs) => expireDeliveries(world.pool, nowMs, 10)],
  [
    "ending what is pending",
    "test = false",
    (_, nowMs) => endPending(world.pool, nowMs, world.sub.id, [world.sub.shard], "subscription_deleted", 10),
  ],
  [
    "ending retries that no budget affords",
    "class = 'retry'",
    (_, nowMs) => deadLetterRetries(world.pool, nowMs, { shard: world.sub.shard, subscriptionId: world.sub.id, n: 10 }),
  ],
  [
    "booking what was accepted",
    "test = false",
    () => addAccepted(world.pool, new Map([[world.sub.id, { pending: 1, pendingBytes: 1, dead: 1, shed: 1, shedBytes: 1 }]])),
  ],
  ["ending what was erased", "test = false", async (id) => endErased(world.pool, await eventOf(id), 10)],
  ["a page of a fan-out", "test = false", (id) => fanOutAnew(id)],
  ["sampling arrivals", "test = false", () => sampleArrivals(world.pool, undefined, 10)],
  ["recounting", "test = false", (_, nowMs) => recountLanes(world.pool, nowMs, 10)],
];

test.each(writers)(
  "what waits for a lane's books holds nothing else of the lane that other writers want: %s",
  async (_name, assignments, write) => {
    await world.subscribe();
    const [id = ""] = await world.final({ n: 1, state: "pending", ageMs: HOUR_MS });
    const lane = [world.sub.id];
    await holder.query("DELETE FROM lane_stats");
    await holder.query("INSERT INTO lane_stats (subscription_id, backlog, arrived) VALUES ($1, 1, 1)", lane);
    await holder.query("INSERT INTO lane_sheds (subscription_id) VALUES ($1)", lane);
    const minutes = "SELECT $1::uuid, date_trunc('minute', now(), 'UTC') + n * interval '1 minute' AS minute FROM generate_series(0, 2) n";
    await holder.query(`INSERT INTO rollup_minutes (subscription_id, bucket) ${minutes}`, lane);
    await holder.query(`INSERT INTO dead_minutes (subscription_id, minute, count, latest) SELECT *, 0, $1::uuid FROM (${minutes}) m`, lane);
    await holder.query(`UPDATE deliveries SET ${assignments} WHERE id = $1`, [id]);
    await holder.query("BEGIN");
    await holder.query("SELECT FROM lane_stats WHERE subscription_id = $1 FOR UPDATE", lane);
    const written = write(id, Date.now());
    try {
      await waitFor(isSomebodyWaiting, { what: "the statement to wait for the books", timeoutMs: 10_000, intervalMs: 10 });
      for (const table of ["rollup_minutes", "dead_minutes", "lane_sheds"]) {
        const { rows } = await holder.query(`SELECT 1 FROM ${table} WHERE subscription_id = $1 FOR UPDATE NOWAIT`, lane);
        expect(rows.length).toBeGreaterThan(0);
      }
    } finally {
      await holder.query("ROLLBACK");
    }
    await written;
  },
);

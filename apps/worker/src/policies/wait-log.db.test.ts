import { hourMs, minuteMs, type RefusalReason, secondMs } from "@hooklane/core";
import { deleteOldWaits, openPool, readLaneWaits, uuidV7 } from "@hooklane/db";
import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { WaitLog } from "./wait-log.ts";

const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 10, 30, 12);
let database: TestDatabase;
let pool: pg.Pool;
let now: number;
let log: WaitLog;
let lane: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.appUrl, applicationName: "test", max: 2, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => {
  now = start;
  log = createLog();
  lane = uuidV7(Date.now());
});

const createLog = () => new WaitLog({ pool, now: () => now, limitOf: (_, reason) => (reason === "lane_full" ? 20 : null) });
const pass = (ms: number) => {
  now += ms;
};
const refuse = (reason: RefusalReason, until: number | null = null) => log.refused(lane, "first", { reason, until, endedBy: null });
const read = (fromMs = start, toMs = now + 1) => readLaneWaits(pool, lane, { fromMs, toMs, nowMs: now });
const spans = async () => (await read()).map(({ reason, beganAt, endedAt }) => [reason, beganAt - start, endedAt - start]).reverse();
const countRows = async () => (await pool.query("SELECT FROM lane_waits WHERE subscription_id = $1", [lane])).rowCount;

test("a wait is told while it lasts and when it is over, with the limit that was reached", async () => {
  refuse("lane_full");
  pass(2_000);
  await log.write();
  pass(10_000);
  expect(await read()).toEqual([{ class: "first", reason: "lane_full", beganAt: start, endedAt: now, times: 1, limit: 20, until: null }]);
  log.agreed(lane, "first");
  pass(minuteMs);
  await log.write();
  expect(await spans()).toEqual([["lane_full", 0, 12_000]]);
});

test("one reason after another makes one row each; what is over within a second makes none", async () => {
  refuse("rate_limited", now + 300);
  pass(300);
  refuse("circuit_open", now + 30_000);
  pass(30_000);
  refuse("probe_in_flight", now + 30_000);
  pass(80);
  refuse("ramp");
  pass(5_000);
  log.agreed(lane, "first");
  pass(minuteMs);
  await log.write();
  expect(await spans()).toEqual([
    ["circuit_open", 300, 30_300],
    ["ramp", 30_380, 35_380],
  ]);
});

test("a reason that comes and goes within seconds is one wait with a count, however many times it does", async () => {
  for (let i = 0; i < 500; i++) {
    refuse("rate_limited", now + 200);
    pass(200);
    log.agreed(lane, "first");
    pass(800);
    await log.write();
  }
  pass(minuteMs);
  await log.write();
  expect(await read()).toMatchObject([{ reason: "rate_limited", times: 500 }]);
  expect(await countRows()).toBe(1);
});

test("a lane that flaps as slowly as makes the most rows has a bounded number of them in an hour", async () => {
  while (now < start + hourMs) {
    refuse("host_full");
    pass(1_100);
    log.agreed(lane, "first");
    pass(5_100);
    await log.write();
  }
  const rows = await countRows();
  expect(rows).toBeGreaterThan(10);
  expect(rows).toBeLessThanOrEqual(61);
  const told = await read();
  expect(told.reduce((sum, { times }) => sum + times, 0)).toBe(Math.ceil(hourMs / 6_200));
});

test("a killed worker's wait goes on when its lane's next owner meets the reason again, and is one wait", async () => {
  refuse("circuit_open", now + 30 * minuteMs);
  pass(2_000);
  await log.write();
  pass(20 * secondMs);
  log = createLog();
  await log.adopt([lane]);
  pass(1_000);
  refuse("circuit_open", start + 30 * minuteMs);
  pass(10_000);
  log.agreed(lane, "first");
  pass(minuteMs);
  await log.write();
  expect(await spans()).toEqual([["circuit_open", 0, 33_000]]);
  expect(await countRows()).toBe(1);
});

test("a killed worker's wait that is not met again ends when it was last known", async () => {
  refuse("lane_full");
  pass(2_000);
  await log.write();
  pass(20 * secondMs);
  log = createLog();
  await log.adopt([lane]);
  pass(minuteMs);
  await log.write();
  expect(await spans()).toEqual([["lane_full", 0, 2_000]]);
});

test("a wait whose worker fell silent, and that nobody took over, is told as far as it is known, or as a clock held it", async () => {
  refuse("lane_full");
  log.refused(lane, "retry", { reason: "circuit_open", until: start + 10 * minuteMs, endedBy: null });
  pass(2_000);
  await log.write();
  pass(hourMs);
  expect((await spans()).sort()).toEqual([
    ["circuit_open", 0, 10 * minuteMs],
    ["lane_full", 0, 2_000],
  ]);
});

test("a lane that is handed over takes its open wait along", async () => {
  refuse("subscription_paused");
  pass(5_000);
  await log.handOver([lane]);
  log = createLog();
  await log.adopt([lane]);
  refuse("subscription_paused");
  pass(5_000);
  log.ended(lane);
  pass(minuteMs);
  await log.write();
  expect(await spans()).toEqual([["subscription_paused", 0, 10_000]]);
});

test("a wait of days is found by a delivery that met its end: it is cut each day, and is not counted anew", async () => {
  refuse("subscription_paused");
  while (now < start + 3 * dayMs) {
    await log.confirm();
    pass(2 * minuteMs);
  }
  const told = await read(now - minuteMs, now);
  expect(told.map(({ endedAt, times }) => [endedAt, times])).toEqual([[now, 0]]);
  expect(await countRows()).toBe(3);
});

test("waits are kept as long as deliveries that may have met them, and then deleted", async () => {
  refuse("lane_full");
  pass(5_000);
  await log.write();
  expect(await deleteOldWaits(pool, start + 31 * dayMs, 100)).toBe(0);
  await deleteOldWaits(pool, start + 33 * dayMs, 100);
  expect(await countRows()).toBe(0);
});

import {
  EVENT_COMPLETED_TYPE,
  type OperationalType,
  operationalEvents,
  operationalTypes,
  parsePublicId,
  publicId,
  type SubscriptionFactType,
  type TenantFactType,
} from "@hooklane/contracts";
import { defaultPolicyConfig, eventRules, matchesEventType } from "@hooklane/core";
import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { inTransaction } from "../pools/in-transaction.ts";
import { openHotPool } from "../pools/pools.ts";
import { claimDeliveries } from "../queries/claim-deliveries.ts";
import { endClaimed } from "../queries/end-claimed.ts";
import { expireDeliveries } from "../queries/expire-deliveries.ts";
import { insertEvents } from "../queries/insert-events.ts";
import { reapLeases } from "../queries/reap-leases.ts";
import { type AcceptRules, acceptOperationalEvent, acceptTenantEvent } from "./accept-operational-event.ts";
import { reportDeaths } from "./report-deaths.ts";

const DAY_MS = 86_400_000;
let database: TestDatabase;
let pool: pg.Pool;
let tenantId: string;

const rules = (): AcceptRules => ({
  nowMs: Date.now(),
  ...eventRules(defaultPolicyConfig),
});

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openHotPool({ url: database.appUrl, applicationName: "test", max: 4, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  for (const table of ["deliveries", "lane_stats", "dead_minutes", "events"]) await pool.query(`DELETE FROM ${table}`);
  tenantId = await newTenant();
});

async function newTenant(): Promise<string> {
  const id = uuidV7(Date.now());
  await pool.query("INSERT INTO tenants (id, name) VALUES ($1, 'Acme')", [id]);
  return id;
}

async function subscribe(eventTypes: string[], fields: { tenant?: string; state?: string; ordered?: boolean } = {}): Promise<string> {
  const id = uuidV7(Date.now());
  await pool.query(
    `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard, state, ordered) VALUES ($1, $2, 'https://rx.example/hook?token=t', 'rx.example:443', $3, 7, $4, $5)`,
    [id, fields.tenant ?? tenantId, eventTypes, fields.state ?? "active", fields.ordered ?? false],
  );
  return id;
}

const tell = (subscriptionId: string, fact = "2026-11-29T12:00:00.000Z") =>
  inTransaction(pool, (client) =>
    acceptOperationalEvent(client, rules(), {
      type: "hooklane.circuit.opened",
      subscriptionId,
      fact,
      data: { opened_at: "2026-11-29T12:00:00.000Z", next_probe_at: null, error: null },
    }),
  );

const rowsOf = async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> => (await pool.query<T>(sql, values)).rows;
const receivers = async (): Promise<string[]> =>
  (await rowsOf<{ id: string }>("SELECT subscription_id AS id FROM deliveries ORDER BY subscription_id")).map(({ id }) => id);

/** A producer's event with one delivery, in the state it is claimed into. */
async function claimed(subscriptionId: string, fields: { type?: string; mode?: "at_most_once"; test?: boolean; deadlineMs?: number } = {}) {
  const acceptedMs = Date.now();
  await insertEvents(pool, [
    {
      id: uuidV7(acceptedMs),
      tenantId,
      type: fields.type ?? "order.paid",
      body: Buffer.from('{"data":1}'),
      dataOffset: 8,
      dataLength: 1,
      acceptedMs,
      idempotency: undefined,
      fanOut: "done",
      deliveries: [
        {
          subscriptionId,
          shard: 7,
          class: "first",
          mode: fields.mode ?? "at_least_once",
          state: "pending",
          reason: null,
          deadlineMs: fields.deadlineMs ?? acceptedMs + DAY_MS,
        },
      ],
    },
  ]);
  if (fields.test) await pool.query("UPDATE deliveries SET test = true WHERE subscription_id = $1", [subscriptionId]);
  const claim = {
    shard: 7,
    subscriptionId,
    class: "first" as const,
    dueAfterMs: Number.NEGATIVE_INFINITY,
    dueBeforeMs: Date.now() + 1_000,
    n: 1,
  };
  const token = uuidV7(Date.now());
  const [delivery] = fields.deadlineMs ? [] : await claimDeliveries(pool, Date.now(), [claim], token, 90_000);
  return { deliveryId: delivery?.id as string, leaseToken: token };
}

const die = async (...to: Parameters<typeof claimed>) =>
  endClaimed(pool, Date.now(), [{ ...(await claimed(...to)), reason: "invalid_url" }]);
const minutes = () =>
  rowsOf<{ subscription_id: string; count: number }>("SELECT subscription_id, count FROM dead_minutes ORDER BY subscription_id");
const settleMinutes = () => pool.query("UPDATE dead_minutes SET minute = minute - interval '3 minutes'");
const report = () => reportDeaths(pool, rules, new AbortController().signal);

test("an operational event has the rows of a producer's event: envelope, deliveries, books", async () => {
  const [subject, listener] = [await subscribe(["*"]), await subscribe(["hooklane.circuit.*"])];
  const accepted = await tell(subject);
  expect(accepted?.shards).toEqual([7]);
  const [event] = await rowsOf<{ body: Buffer; deliveries: number; data_offset: number; data_length: number; tenant_id: string }>(
    "SELECT * FROM events",
  );
  const body = JSON.parse(event?.body.toString("utf8") ?? "");
  expect(body).toMatchObject({
    id: publicId("event", accepted?.eventId as string),
    type: "hooklane.circuit.opened",
    data: { subscription_id: publicId("subscription", subject), url: "https://rx.example/hook", error: null },
  });
  const data = event?.body.subarray(event.data_offset, event.data_offset + event.data_length).toString("utf8") ?? "";
  expect(operationalEvents["hooklane.circuit.opened"].schema.parse(JSON.parse(data))).toEqual(body.data);
  expect([event?.deliveries, event?.tenant_id]).toEqual([1, tenantId]);
  expect(await rowsOf("SELECT subscription_id, state, class, shard FROM deliveries")).toEqual([
    { subscription_id: listener, state: "pending", class: "first", shard: 7 },
  ]);
  expect(await rowsOf("SELECT subscription_id, backlog, backlog_bytes FROM lane_stats")).toEqual([
    { subscription_id: listener, backlog: 1, backlog_bytes: event?.body.length },
  ]);
});

test("an ordered listener gets it in its sequence, a disabled one dead and to be replayed, a deleted one not", async () => {
  const subject = await subscribe(["*"]);
  const ordered = await subscribe(["hooklane.*"], { ordered: true });
  const disabled = await subscribe(["hooklane.*"], { state: "disabled" });
  await subscribe(["hooklane.*"], { state: "deleted" });
  await tell(subject);
  expect(await rowsOf("SELECT subscription_id, state, reason, class, sequence FROM deliveries ORDER BY state DESC")).toEqual([
    { subscription_id: ordered, state: "pending", reason: null, class: "ordered", sequence: 1 },
    { subscription_id: disabled, state: "dead", reason: "subscription_disabled", class: "first", sequence: null },
  ]);
  expect(await rowsOf("SELECT dead_count FROM lane_stats WHERE subscription_id = $1", [disabled])).toEqual([{ dead_count: 1 }]);
});

test("who asks for a type is who core's rule for patterns says", async () => {
  const patterns = [
    "*",
    "hooklane.*",
    "hooklane.circuit.*",
    "hooklane.circuit.opened",
    "hooklane.circuit",
    "hooklane.circuit.opened.*",
    "hooklane.delivery.*",
  ];
  const subject = await subscribe(["*"]);
  const ids = await Promise.all(patterns.map((pattern) => subscribe([pattern, "order.*"])));
  await tell(subject);
  const asked = ids.filter((_, i) => matchesEventType([patterns[i] as string], "hooklane.circuit.opened"));
  expect(asked).toHaveLength(3);
  expect(await receivers()).toEqual(asked.sort());
});

test("C59: it goes to the subscriptions of its own tenant alone", async () => {
  const subject = await subscribe(["*"]);
  await subscribe(["hooklane.*"], { tenant: await newTenant() });
  expect(await tell(subject)).toBeUndefined();
  const own = await subscribe(["hooklane.*"]);
  await tell(subject);
  expect(await receivers()).toEqual([own]);
});

test("nothing at all is written when nobody asks for it", async () => {
  const subject = await subscribe(["*"]);
  expect(await tell(subject)).toBeUndefined();
  expect(await rowsOf("SELECT FROM events")).toEqual([]);
});

test("the same fact makes one event, also when it is told by many at once; another fact makes another", async () => {
  const subject = await subscribe(["*"]);
  await subscribe(["hooklane.*"]);
  const told = await Promise.all(Array.from({ length: 4 }, () => tell(subject)));
  expect(told.filter(Boolean)).toHaveLength(1);
  expect(await tell(subject, "later")).toBeDefined();
  expect(await rowsOf("SELECT FROM events")).toHaveLength(2);
});

test("what is told in a transaction that does not commit was not told, and can be told again", async () => {
  const subject = await subscribe(["*"]);
  await subscribe(["hooklane.*"]);
  const failing = inTransaction(pool, async (client) => {
    await acceptOperationalEvent(client, rules(), {
      type: "hooklane.circuit.closed",
      subscriptionId: subject,
      fact: "f",
      data: { opened_at: null, closed_at: "2026-11-29T12:00:00.000Z" },
    });
    throw new Error("the change did not happen");
  });
  await expect(failing).rejects.toThrow("the change did not happen");
  expect(await receivers()).toEqual([]);
  expect(await tell(subject)).toBeDefined();
});

test("C43: a producer's idempotency key and a fact cannot be the same", async () => {
  const subject = await subscribe(["*"]);
  await subscribe(["hooklane.*"]);
  await tell(subject);
  const [{ key } = { key: "" }] = await rowsOf<{ key: string }>("SELECT key FROM idempotency_keys WHERE tenant_id = $1", [tenantId]);
  expect(key).toContain(" "); // producers' keys are visible ASCII
});

test("facts about a subscription that asks for nothing but operational events make none, so that reports cannot feed each other", async () => {
  const first = await subscribe(["hooklane.*"]);
  await subscribe(["hooklane.delivery.dead", "hooklane.circuit.*"]);
  expect(await tell(first)).toBeUndefined();
});

const isTenantFact = (type: OperationalType): type is TenantFactType => /^hooklane\.(host|quota)\./.test(type);
const isSubscriptionFact = (type: OperationalType): type is SubscriptionFactType => type !== EVENT_COMPLETED_TYPE && !isTenantFact(type);

test.each(operationalTypes.filter(isTenantFact))("the example of %s is accepted as data for it", async (type) => {
  await subscribe([type]);
  const fact = { type, tenantId, host: undefined, fact: "f", data: operationalEvents[type].example };
  const tellIt = () => inTransaction(pool, (client) => acceptTenantEvent(client, rules(), fact));
  expect(await tellIt()).toBeDefined();
  expect(await tellIt()).toBeUndefined(); // it was told
});

test("a fact about a host is not told when nothing on it asks for anything but operational events: its own failures are no news", async () => {
  await subscribe(["hooklane.*"]);
  const type = "hooklane.host.unreachable";
  const fact = { type, tenantId, host: "rx.example:443", fact: "f", data: operationalEvents[type].example } as const;
  const tellIt = () => inTransaction(pool, (client) => acceptTenantEvent(client, rules(), fact));
  expect(await tellIt()).toBeUndefined();
  await subscribe(["order.*"]);
  expect(await tellIt()).toBeDefined();
});

test.each(operationalTypes.filter(isSubscriptionFact))("the example of %s is accepted as data for it", async (type) => {
  const subject = await subscribe(["*"]);
  await subscribe([type]);
  const { subscription_id: _, url: __, ...data } = operationalEvents[type].example;
  expect(
    await inTransaction(pool, (client) =>
      acceptOperationalEvent(client, rules(), { type, subscriptionId: subject, fact: "f", data: data as never }),
    ),
  ).toBeDefined();
});

test("data that is not what the schema says is refused and nothing is kept", async () => {
  const subject = await subscribe(["*"]);
  await subscribe(["hooklane.*"]);
  const wrong = inTransaction(pool, (client) =>
    acceptOperationalEvent(client, rules(), {
      type: "hooklane.subscription.disabled",
      subscriptionId: subject,
      fact: "f",
      data: { disabled_at: "yesterday", reason: "gone" },
    }),
  );
  await expect(wrong).rejects.toThrow();
  expect(await rowsOf("SELECT FROM events")).toEqual([]);
});

test("deaths are counted by subscription and minute, whichever statement ends the delivery", async () => {
  const [ended, expired, reaped] = [await subscribe(["a.*"]), await subscribe(["b.*"]), await subscribe(["c.*"])];
  await die(ended);
  await die(ended);
  await claimed(expired, { deadlineMs: Date.now() - 1 });
  await expireDeliveries(pool, Date.now(), 10);
  await claimed(reaped, { mode: "at_most_once" });
  await pool.query("UPDATE deliveries SET lease_expires_at = now() - interval '1 second' WHERE subscription_id = $1", [reaped]);
  await reapLeases(pool, Date.now(), 10);
  const total = new Map((await minutes()).map((row) => [row.subscription_id, 0]));
  for (const { subscription_id, count } of await minutes()) total.set(subscription_id, (total.get(subscription_id) ?? 0) + count);
  expect([...total]).toEqual(
    [
      [ended, 2],
      [expired, 1],
      [reaped, 1],
    ].sort(),
  );
});

test("deaths of test sends and of operational events are not counted: no report comes of a report", async () => {
  const subject = await subscribe(["*", "hooklane.*"]);
  await die(subject, { test: true });
  await die(subject, { type: "hooklane.delivery.dead" });
  expect(await minutes()).toEqual([]);
});

test("a minute's deaths are told once, with how many and the newest of them, after the minute has ended", async () => {
  const [subject, listener] = [await subscribe(["order.*"]), await subscribe(["hooklane.delivery.dead"])];
  for (let n = 0; n < 3; n++) await die(subject);
  const [newest] = await rowsOf<{ id: string }>("SELECT id FROM deliveries WHERE subscription_id = $1 ORDER BY id DESC LIMIT 1", [subject]);
  // They may have died on both sides of a full minute
  await pool.query("DELETE FROM dead_minutes");
  await pool.query("INSERT INTO dead_minutes VALUES ($1, date_trunc('minute', now()), 3, $2)", [subject, newest?.id]);
  await report();
  expect(await receivers()).not.toContain(listener);
  await settleMinutes();
  expect([...(await report())]).toEqual([7]);
  await report();
  const told = await rowsOf<{ body: Buffer }>("SELECT body FROM events WHERE type = 'hooklane.delivery.dead'");
  expect(told).toHaveLength(1);
  const { data } = JSON.parse(told[0]?.body.toString("utf8") ?? "");
  expect(data).toMatchObject({ count: 3, dead_count: 3, latest: { reason: "invalid_url", last_status: null } });
  expect(parsePublicId("delivery", data.latest.delivery_id)).toBe(newest?.id);
  expect(await minutes()).toEqual([]);
});

test("minutes of tenants that ask for no report are forgotten, and no event is made", async () => {
  await die(await subscribe(["order.*"]));
  await settleMinutes();
  await report();
  expect(await minutes()).toEqual([]);
  expect(await rowsOf("SELECT FROM events WHERE type LIKE 'hooklane.%'")).toEqual([]);
});

test("several processes that report at once tell each minute once", async () => {
  await subscribe(["hooklane.*"]);
  for (let n = 0; n < 8; n++) await die(await subscribe(["order.*"]));
  await settleMinutes();
  await Promise.all([report(), report(), report()]);
  expect(await rowsOf("SELECT FROM events WHERE type = 'hooklane.delivery.dead'")).toHaveLength(8);
});

test("a listener's filter is judged by the fact's payload, and a listener that is shedding gets it recorded dead", async () => {
  const subject = await subscribe(["*"]);
  const [wanting, other, full] = [await subscribe(["hooklane.*"]), await subscribe(["hooklane.*"]), await subscribe(["hooklane.*"])];
  const filterOf = (id: string, filter: object) =>
    pool.query("UPDATE subscriptions SET filter = $2 WHERE id = $1", [id, JSON.stringify(filter)]);
  await filterOf(wanting, { opened_at: { $exists: true } });
  await filterOf(other, { opened_at: "never" });
  await pool.query("INSERT INTO lane_sheds (subscription_id, is_shedding) VALUES ($1, true)", [full]);
  await tell(subject);
  const made = await rowsOf("SELECT subscription_id AS id, state, reason FROM deliveries ORDER BY state");
  expect(made).toEqual([
    { id: full, state: "dead", reason: "backlog_shed" },
    { id: wanting, state: "pending", reason: null },
  ]);
});

import { parsePublicId } from "@hooklane/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedTenant } from "../../server/use-cases/tenants/create-tenant.ts";
import { call, type Reply } from "../../test-support/call.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";

let web: StartedWeb;
let tenant: CreatedTenant;

beforeAll(async () => {
  web = await startWeb();
  tenant = await web.newTenant();
});
afterAll(() => web.stop());

const ask = (method: string, path: string, body?: unknown): Promise<Reply> => call(web, method, path, { key: tenant.apiKey, body });
const get = (path: string): Promise<Reply> => ask("GET", path);
const rows = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => (await web.owner.query(sql, values)).rows;
const subscribe = async (eventType: string): Promise<string> =>
  (await ask("POST", "/v1/subscriptions", { url: "http://127.0.0.1:9000/", event_types: [eventType] })).json.id;
const send = async (type: string, payload: unknown = 1): Promise<string> =>
  (await ask("POST", "/v1/events", { type, payload })).json.event_id;
const uuid = (id: string): string => parsePublicId("event", id) as string;

test("events are listed newest first, page by page, by type and time; payloads are not in the list", async () => {
  const sent: string[] = [];
  for (let i = 0; i < 7; i++) sent.push(await send(i % 3 === 0 ? "list.third" : "list.other", { i }));
  const newest = sent.toReversed();
  const first = await get("/v1/events?limit=3");
  expect(first.json.data.map((event: { id: string }) => event.id)).toEqual(newest.slice(0, 3));
  expect(first.json.data[0]).toEqual({
    id: newest[0],
    type: "list.third",
    accepted_at: expect.stringMatching(/Z$/),
    payload_bytes: 7,
    idempotency_key: null,
    fan_out: { state: "done", total: 0, done: 0 },
    erased_at: null,
  });
  const second = await get(`/v1/events?limit=4&cursor=${first.json.next_cursor}`);
  expect(second.json).toMatchObject({ has_more: false, next_cursor: null });
  expect(second.json.data.map((event: { id: string }) => event.id)).toEqual(newest.slice(3));
  const thirds = await get("/v1/events?type=list.third&limit=2");
  expect([thirds.json.data.map((event: { id: string }) => event.id), thirds.json.has_more]).toEqual([[sent[6], sent[3]], true]);
  const lastThird = await get(`/v1/events?type=list.third&limit=2&cursor=${thirds.json.next_cursor}`);
  expect([lastThird.json.data.map((event: { id: string }) => event.id), lastThird.json.has_more]).toEqual([[sent[0]], false]);
  const since = second.json.data[0].accepted_at;
  const window = await get(`/v1/events?since=${since}&until=2100-01-01T00:00:00%2B02:00`);
  expect(window.json.data.map((event: { id: string }) => event.id)).toEqual(expect.arrayContaining(newest.slice(0, 4)));
  expect((await get(`/v1/events?until=2020-01-01T00:00:00Z`)).json.data).toEqual([]);
});

test.each([
  ["type=a..b", "type"],
  ["since=yesterday", "since"],
  ["until=2026-11-30T00:00:00", "until"],
  ["cursor=x", "cursor"],
  ["limit=0", "limit"],
  ["state=dead", "state"],
])("a list of events refuses %s by name", async (query, field) => {
  const reply = await get(`/v1/events?${query}`);
  expect([reply.status, reply.json.field]).toEqual([400, field]);
});

test("a type that is rare among very many events is found page by page, each in bounded time", async () => {
  const crowd = await web.newTenant();
  await rows(
    `INSERT INTO events (id, tenant_id, type, body, data_offset, data_length, accepted_at, deliveries)
     SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - 20000 + n), 12, '0') || '7000800000000000' || lpad(to_hex(n % 65536), 4, '0'))::uuid,
       $1, CASE WHEN n = 5 THEN 'rare.one' ELSE 'common.one' END, '{}', 0, 2, now(), 0 FROM generate_series(1, 15000) AS n`,
    [crowd.tenantId],
  );
  const first = await call(web, "GET", "/v1/events?type=rare.one", { key: crowd.apiKey });
  expect(first.json).toMatchObject({ data: [], has_more: true, next_cursor: expect.any(String) });
  const second = await call(web, "GET", `/v1/events?type=rare.one&cursor=${first.json.next_cursor}`, { key: crowd.apiKey });
  expect(second.json).toMatchObject({ data: [{ type: "rare.one" }], has_more: false });
});

test("completed_at is when the last delivery became final, and is not there before", async () => {
  await subscribe("done.*");
  await subscribe("done.*");
  const id = await send("done.made");
  expect((await get(`/v1/events/${id}`)).json).toMatchObject({ completed_at: null, fan_out: { state: "done", total: 2, done: 2 } });
  const finish = (state: string, at: string, n: number) =>
    rows(
      `UPDATE deliveries SET state = $2, finished_at = $3 WHERE id IN (SELECT id FROM deliveries WHERE event_id = $1 AND finished_at IS NULL LIMIT $4)`,
      [uuid(id), state, at, n],
    );
  await finish("delivered", "2026-12-01T00:00:00Z", 1);
  expect((await get(`/v1/events/${id}`)).json.completed_at).toBeNull();
  await finish("dead", "2026-12-02T00:00:00Z", 1);
  expect((await get(`/v1/events/${id}`)).json.completed_at).toBe("2026-12-02T00:00:00.000Z");
  const lonely = await send("nobody.asked");
  const { json } = await get(`/v1/events/${lonely}`);
  expect(json.completed_at).toBe(json.accepted_at);
});

test("erasing a payload takes the bytes, keeps the rows, ends what is pending, and says so everywhere", async () => {
  const subscription = await subscribe("secret.*");
  const id = await send("secret.told", { name: "canary-person" });
  const path = `/v1/events/${id}`;
  const erased = await ask("DELETE", `${path}/payload`);
  expect([erased.status, erased.text]).toEqual([204, ""]);
  const event = await get(path);
  expect(event.json).toMatchObject({ id, type: "secret.told", payload: null, erased_at: expect.stringMatching(/Z$/) });
  expect(event.json.completed_at).not.toBeNull();
  expect(event.json.deliveries).toMatchObject([{ state: "dead", dead_reason: "payload_erased" }]);
  const list = await get(`/v1/subscriptions/${subscription}/deliveries`);
  expect(list.json.data).toMatchObject([
    { state: "dead", dead_reason: "payload_erased", payload_erased_at: event.json.erased_at, finished_at: expect.any(String) },
  ]);
  expect((await get(`/v1/deliveries/${list.json.data[0].id}`)).json.payload_erased_at).toBe(event.json.erased_at);
  expect((await get("/v1/events?type=secret.told")).json.data).toMatchObject([{ id, erased_at: event.json.erased_at }]);
  expect(await rows("SELECT body, data_length FROM events WHERE id = $1", [uuid(id)])).toEqual([{ body: null, data_length: 24 }]);
  const everything = await rows(
    "SELECT e::text AS text FROM events e UNION ALL SELECT d::text FROM deliveries d UNION ALL SELECT a::text FROM audit_log a",
  );
  expect(everything.map(({ text }) => text).join()).not.toContain("canary-person");
  const audited = await rows("SELECT actor_kind, target_kind, target_id, after FROM audit_log WHERE action = 'event.erase_payload'");
  expect(audited).toEqual([
    { actor_kind: "api_key", target_kind: "event", target_id: uuid(id), after: { type: "secret.told", payload_bytes: 24 } },
  ]);
  const health = await get(`/v1/subscriptions/${subscription}/health`);
  expect(health.json.dead_count).toBeGreaterThan(0);
});

test("erasing again changes nothing, and the erased event's idempotency key still answers", async () => {
  const body = { type: "secret.again", payload: 1, idempotency_key: "erased-key" };
  const id = (await ask("POST", "/v1/events", body)).json.event_id;
  for (let i = 0; i < 2; i++) expect((await ask("DELETE", `/v1/events/${id}/payload`)).status).toBe(204);
  expect(await rows("SELECT count(*)::int AS n FROM audit_log WHERE target_id = $1", [uuid(id)])).toEqual([{ n: 1 }]);
  expect((await ask("POST", "/v1/events", body)).json.event_id).toBe(id);
});

test("an erasure ends no more at once than fits its transaction, leaves what was delivered alone, and sends a job for the rest", async () => {
  const id = await send("wide.told");
  await rows(
    `INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, state, next_attempt_at, deadline_at, body_bytes, finished_at)
     SELECT (substr($1::text, 1, 13) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 1, $1::uuid, gen_random_uuid(), 'first', 'at_least_once',
       CASE WHEN n = 1 THEN 'delivered' WHEN n = 2 THEN 'inflight' ELSE 'pending' END, now(), now() + interval '1 day', 1, CASE WHEN n = 1 THEN now() END
     FROM generate_series(1, 600) AS n`,
    [uuid(id)],
  );
  expect((await ask("DELETE", `/v1/events/${id}/payload`)).status).toBe(204);
  const states = await rows("SELECT state, count(*)::int AS n FROM deliveries WHERE event_id = $1 GROUP BY state ORDER BY state", [
    uuid(id),
  ]);
  expect(states).toEqual([
    { state: "dead", n: 500 },
    { state: "delivered", n: 1 },
    { state: "inflight", n: 1 },
    { state: "pending", n: 98 },
  ]);
  expect(await rows("SELECT name FROM pgboss.job WHERE data->>'event_id' = $1", [uuid(id)])).toEqual([{ name: "end-erased" }]);
});

test("a key without the scope cannot erase, and a strange event is not found", async () => {
  const unknown = "evt_00000000000000000000000000";
  expect((await ask("DELETE", `/v1/events/${unknown}/payload`)).status).toBe(404);
  expect((await ask("DELETE", "/v1/events/nonsense/payload")).status).toBe(404);
});

test("the limits of the plan are told, with what is in use", async () => {
  const { status, json } = await get("/v1/limits");
  expect(status).toBe(200);
  expect(json).toMatchObject({
    plan: "scale",
    subscriptions: { max: 1_000_000, used: 3 },
    event_types: { max: 1_000, used: 0 },
    events_per_second: 20_000,
    payload_bytes: 262_144,
    backlog_per_subscription: { deliveries: 100_000, bytes: 1_000_000_000 },
    batch: { events: 500, bytes: 4_194_304 },
  });
});

test("what staff changed of a tenant's plan holds for the limits that are told, the quota, and registration", async () => {
  const { apiKey: key, tenantId } = await web.newTenant("free");
  await web.owner.query(
    `UPDATE tenants SET plan_override = '{"ingest_per_s": 7, "subscriptions": 1, "shed_deliveries": 9}' WHERE id = $1`,
    [tenantId],
  );
  expect((await call(web, "GET", "/v1/limits", { key })).json).toMatchObject({
    plan: "free",
    events_per_second: 7,
    subscriptions: { max: 1 },
    backlog_per_subscription: { deliveries: 9 },
  });
  const sent = await call(web, "POST", "/v1/events", { key, body: { type: "a.b", payload: 1 } });
  expect(sent.headers.get("ratelimit-policy")).toBe('"events";q=7;w=1');
  const body = { url: "http://127.0.0.1:9000/", event_types: ["*"] };
  expect((await call(web, "POST", "/v1/subscriptions", { key, body })).status).toBe(201);
  expect((await call(web, "POST", "/v1/subscriptions", { key, body })).json.code).toBe("limit_reached");
});

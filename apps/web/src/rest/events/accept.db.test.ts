import { parsePublicId } from "@hooklane/contracts";
import { waitFor } from "@hooklane/testkit";
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

const post = (body: unknown, { key = tenant.apiKey, ...headers }: Record<string, string> = {}): Promise<Reply> =>
  call(web, "POST", "/v1/events", { key, body, headers });
const subscribe = async (eventTypes: string[], more: Record<string, unknown> = {}, key = tenant.apiKey): Promise<string> => {
  const made = await call(web, "POST", "/v1/subscriptions", {
    key,
    body: { url: "http://127.0.0.1:9000/", event_types: eventTypes, ...more },
  });
  expect(made.status).toBe(201);
  return made.json.id;
};
const uuidOf = (reply: Reply): string => parsePublicId("event", reply.json.event_id) as string;
const rows = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => (await web.owner.query(sql, values)).rows;

test("an event is answered 202 with its id and count, and its rows are there by then", async () => {
  const id = await subscribe(["shape.*"]);
  const reply = await post({ type: "shape.made", payload: { a: 1 } });
  expect([reply.status, reply.json]).toEqual([202, { event_id: expect.stringMatching(/^evt_[0-9a-z]{26}$/), deliveries: 1, shed: [] }]);
  expect(reply.headers.get("x-request-id")).toMatch(/^req_/);
  const [delivery] = await rows(
    "SELECT subscription_id, state, class, deadline_at - next_attempt_at AS open FROM deliveries WHERE event_id = $1",
    [uuidOf(reply)],
  );
  expect(delivery).toMatchObject({
    subscription_id: parsePublicId("subscription", id),
    state: "pending",
    class: "first",
    open: { days: 1 },
  });
});

test("C72: an event that nobody asked for is accepted with no deliveries", async () => {
  expect((await post({ type: "nobody.cares", payload: 1 })).json).toMatchObject({ deliveries: 0 });
});

test.each([
  ["member order and spacing", '{ "b":1, "a":2 }\n'],
  ["numeric member names", '{"zebra":1,"10":2,"2":3}'],
  ["a trailing zero", "1.10"],
  ["an exponent", "1E2"],
  ["a big integer", "12345678901234567890"],
  ["an escaped letter", '"\\u00e9"'],
  ["the letter itself", '"é"'],
  ["an escaped slash", '"a\\/b"'],
  ["duplicate members", '{"a":1,"a":2}'],
  ["an escaped NUL", '{"a":"x\\u0000y"}'],
  ["half of a surrogate pair", '{"a":"\\ud83d"}'],
  ["a scalar", "null"],
  ["an empty text", '""'],
])("C30, C31: %s is stored as the bytes that were sent", async (_name, payload) => {
  const reply = await post(`{"type":"bytes.kept","payload":${payload}}`);
  expect(reply.status).toBe(202);
  const [event] = await rows(
    "SELECT body, data_offset AS at, data_length AS length, to_char(accepted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"') AS accepted FROM events WHERE id = $1",
    [uuidOf(reply)],
  );
  const { body, at, length, accepted } = event as { body: Buffer; at: number; length: number; accepted: string };
  const exact = payload.trim(); // space after the value is the envelope's
  expect(body.toString()).toBe(`{"id":"${reply.json.event_id}","type":"bytes.kept","timestamp":"${accepted}","data":${exact}}`);
  expect(body.subarray(at, at + length).toString()).toBe(exact);
  const read = await call(web, "GET", `/v1/events/${reply.json.event_id}`, { key: tenant.apiKey });
  expect(read.text).toContain(`"payload":${exact},`);
});

test("C27: 262,144 bytes of payload are accepted, one more is 413 and names the limit", async () => {
  const sized = (bytes: number) => `{"type":"big.one","payload":"${"x".repeat(bytes - 2)}"}`;
  expect((await post(sized(262_144))).status).toBe(202);
  const refused = await post(sized(262_145));
  expect([refused.status, refused.json.code, refused.json.detail]).toEqual([413, "payload_too_large", expect.stringContaining("262144")]);
});

test("C41: fifty at once with one key make one event, and all are told the same", async () => {
  await subscribe(["once.*"]);
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => post({ type: "once.only", payload: { n: 1 } }, { "idempotency-key": "fifty" })),
  );
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([202]));
  expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
  expect(replies.filter((reply) => reply.headers.get("idempotent-replayed") !== "true")).toHaveLength(1);
  expect(await rows("SELECT count(*)::int AS n FROM events WHERE idempotency_key = 'fifty'")).toEqual([{ n: 1 }]);
  expect(await rows("SELECT count(*)::int AS n FROM deliveries WHERE event_id = $1", [uuidOf(replies[0] as Reply)])).toEqual([{ n: 1 }]);
});

test("the same key with another payload or type is 422; with other spacing of the envelope it is the same request", async () => {
  const first = await post('{"type":"key.a","payload":1,"idempotency_key":"again"}');
  const spaced = await post('{ "idempotency_key": "again", "payload": 1, "type": "key.a" }');
  expect([spaced.status, spaced.json.event_id, spaced.headers.get("idempotent-replayed")]).toEqual([202, first.json.event_id, "true"]);
  for (const other of ['{"type":"key.a","payload":1.0}', '{"type":"key.b","payload":1}']) {
    const refused = await post(other, { "idempotency-key": "again" });
    expect([refused.status, refused.json.code]).toEqual([422, "idempotency_key_reused"]);
  }
});

test("C41: a client that goes away does not stop its event, and its retry finds it", async () => {
  const aborted = Array.from({ length: 10 }, async (_, i) => {
    const controller = new AbortController();
    const sent = fetch(`${web.baseUrl}/v1/events`, {
      method: "POST",
      headers: { authorization: `Bearer ${tenant.apiKey}`, "content-type": "application/json", "idempotency-key": `gone-${i}` },
      body: JSON.stringify({ type: "gone.away", payload: i }),
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), i % 3);
    await sent.catch(() => {});
  });
  await Promise.all(aborted);
  const retried = await Promise.all(
    Array.from({ length: 10 }, (_, i) => post({ type: "gone.away", payload: i }, { "idempotency-key": `gone-${i}` })),
  );
  expect(retried.every((reply) => reply.status === 202)).toBe(true);
  expect(await rows("SELECT count(*)::int AS n FROM events WHERE type = 'gone.away'")).toEqual([{ n: 10 }]);
});

test("E12: an endpoint that points back at this API makes no loop: a delivery is no event, and what it wraps becomes shorter each time", async () => {
  const stored = async (reply: Reply) =>
    (await rows("SELECT body, data_offset AS at, data_length AS length FROM events WHERE id = $1", [uuidOf(reply)]))[0];
  const inner = { type: "loop.inner", payload: 1 };
  const first = await post({ type: "loop.outer", payload: inner });
  const { body, at, length } = (await stored(first)) as { body: Buffer; at: number; length: number };
  expect((await post(body.toString())).status).toBe(422);
  const raw = body.subarray(at, at + length).toString();
  const second = await post(raw);
  expect([second.status, raw]).toEqual([202, JSON.stringify(inner)]);
  const again = (await stored(second)) as { body: Buffer; at: number; length: number };
  expect(again.length).toBeLessThan(length);
  expect((await post(again.body.subarray(again.at, again.at + again.length).toString())).status).toBe(422);
});

test("C43, C59: the same key of two tenants is two events, and each reaches its own tenant's subscriptions alone", async () => {
  const other = await web.newTenant();
  const mine = await subscribe(["*"]);
  const theirs = await subscribe(["*"], {}, other.apiKey);
  const event = { type: "shared.name", payload: 1, idempotency_key: "same for both".replaceAll(" ", "-") };
  const [a, b] = await Promise.all([post(event), post(event, { key: other.apiKey })]);
  expect(a.json.event_id).not.toBe(b.json.event_id);
  const targets = async (reply: Reply) =>
    (await rows("SELECT subscription_id FROM deliveries WHERE event_id = $1", [uuidOf(reply)])).map((row) => row.subscription_id);
  expect(await targets(a)).toEqual([parsePublicId("subscription", mine)]);
  expect(await targets(b)).toEqual([parsePublicId("subscription", theirs)]);
  await call(web, "DELETE", `/v1/subscriptions/${mine}`, { key: tenant.apiKey });
});

test("the next event sees a subscription that was created, changed, paused or deleted just before", async () => {
  const count = async (type: string) => (await post({ type, payload: 1 })).json.deliveries;
  const id = await subscribe(["follow.a"]);
  expect([await count("follow.a"), await count("follow.b")]).toEqual([1, 0]);
  await call(web, "PATCH", `/v1/subscriptions/${id}`, { key: tenant.apiKey, body: { event_types: ["follow.b"] } });
  expect([await count("follow.a"), await count("follow.b")]).toEqual([0, 1]);
  await call(web, "POST", `/v1/subscriptions/${id}/pause`, { key: tenant.apiKey });
  expect(await count("follow.b")).toBe(1);
  await call(web, "DELETE", `/v1/subscriptions/${id}`, { key: tenant.apiKey });
  expect(await count("follow.b")).toBe(0);
});

test("a change made by another process is followed without being asked", async () => {
  const id = await subscribe(["elsewhere.a"]);
  await rows("UPDATE subscriptions SET state = 'disabled' WHERE id = $1", [parsePublicId("subscription", id)]);
  const reply = await waitFor(
    async () => {
      const accepted = await post({ type: "elsewhere.a", payload: 1 });
      const [delivery] = await rows("SELECT state, reason FROM deliveries WHERE event_id = $1", [uuidOf(accepted)]);
      return delivery?.state === "dead" && delivery;
    },
    { what: "a delivery to a disabled subscription", timeoutMs: 5_000 },
  );
  expect(reply).toEqual({ state: "dead", reason: "subscription_disabled" });
});

test("ordered deliveries are numbered in the order of acceptance, without gaps", async () => {
  const id = await subscribe(["line.*"], { ordered: true });
  const replies: Reply[] = [];
  for (let i = 0; i < 5; i++) replies.push(await post({ type: "line.item", payload: i }));
  await Promise.all(Array.from({ length: 40 }, (_, i) => post({ type: "line.item", payload: i })));
  const found = await rows("SELECT event_id, sequence, class FROM deliveries WHERE subscription_id = $1 ORDER BY sequence", [
    parsePublicId("subscription", id),
  ]);
  expect(found.map((row) => Number(row.sequence))).toEqual(Array.from({ length: 45 }, (_, i) => i + 1));
  expect(found.slice(0, 5).map((row) => row.event_id)).toEqual(replies.map(uuidOf));
  expect(new Set(found.map((row) => row.class))).toEqual(new Set(["ordered"]));
});

test("an event for more than a thousand subscriptions is accepted with the job that fans it out, in one transaction", async () => {
  const crowd = await web.newTenant();
  const tenantUuid = crowd.tenantId;
  await rows(
    `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard)
     SELECT gen_random_uuid(), $1, 'http://127.0.0.1:9000/', '127.0.0.1:9000', ARRAY['crowd.*'], 1 FROM generate_series(1, 1001)`,
    [tenantUuid],
  );
  await waitFor(() => web.container.index.count(tenantUuid) === 1_001, { what: "the index to follow" });
  const event = { type: "crowd.all", payload: 1, idempotency_key: "crowd" };
  const [first, second] = [await post(event, { key: crowd.apiKey }), await post(event, { key: crowd.apiKey })];
  expect([first.status, first.json.deliveries, first.headers.get("idempotent-replayed")]).toEqual([202, null, null]);
  expect([second.json, second.headers.get("idempotent-replayed")]).toEqual([first.json, "true"]);
  const id = uuidOf(first);
  expect(await rows("SELECT fan_out, deliveries FROM events WHERE id = $1", [id])).toEqual([{ fan_out: "lazy", deliveries: 0 }]);
  expect(await rows("SELECT state, total FROM fan_outs WHERE event_id = $1", [id])).toEqual([{ state: "running", total: 1_001 }]);
  expect(await rows("SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'fan-out' AND data->>'event_id' = $1", [id])).toEqual([
    { n: 1 },
  ]);
  const read = await call(web, "GET", `/v1/events/${first.json.event_id}`, { key: crowd.apiKey });
  expect(read.json.fan_out).toEqual({ state: "running", total: 1_001, done: 0 });
});

test("no worker is told of what comes for a paused subscription", async () => {
  const paused = await subscribe(["held.*"], { url: "https://held.example/" });
  expect((await call(web, "POST", `/v1/subscriptions/${paused}/pause`, { key: tenant.apiKey })).status).toBe(200);
  const active = await subscribe(["sent.*"]);
  const shardOf = async (id: string) =>
    String((await rows("SELECT shard FROM subscriptions WHERE id = $1", [parsePublicId("subscription", id)]))[0]?.shard);
  const [pausedShard, activeShard] = await Promise.all([shardOf(paused), shardOf(active)]);
  expect(pausedShard).not.toBe(activeShard);
  const client = await web.owner.connect();
  const hints: string[] = [];
  client.on("notification", ({ payload }) => void hints.push(...(payload ?? "").split(",")));
  await client.query("LISTEN hooklane_due");
  expect((await post({ type: "held.made", payload: 1 })).json.deliveries).toBe(1);
  await post({ type: "sent.made", payload: 1 });
  await waitFor(() => hints.includes(activeShard), { what: "the later hint" });
  client.release(true);
  expect(hints).not.toContain(pausedShard);
});

test("what was accepted is booked on its lane, and its shard is announced", async () => {
  const id = await subscribe(["books.*"]);
  const client = await web.owner.connect();
  const hints: string[] = [];
  client.on("notification", ({ payload }) => void hints.push(payload ?? ""));
  await client.query("LISTEN hooklane_due");
  const reply = await post({ type: "books.kept", payload: "x" });
  const uuid = parsePublicId("subscription", id);
  const [{ shard } = {}] = await rows("SELECT shard FROM subscriptions WHERE id = $1", [uuid]);
  await waitFor(() => hints.some((hint) => hint.split(",").includes(String(shard))), { what: "the hint" });
  client.release(true);
  const [{ length } = {}] = await rows("SELECT length(body) FROM events WHERE id = $1", [uuidOf(reply)]);
  const stats = await waitFor(
    async () => (await rows("SELECT backlog, backlog_bytes FROM lane_stats WHERE subscription_id = $1", [uuid]))[0],
    { what: "the books" },
  );
  expect(stats).toEqual({ backlog: 1, backlog_bytes: length });
});

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

const post = (body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  call(web, "POST", "/v1/events/batch", { key: tenant.apiKey, body, headers });
const rows = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => (await web.owner.query(sql, values)).rows;
const subscribe = async (more: Record<string, unknown>): Promise<string> => {
  const made = await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body: { url: "http://127.0.0.1:9000/", ...more } });
  expect(made.status).toBe(201);
  return made.json.id;
};

test("one bad event does not sink the others: each is answered in its place", async () => {
  await subscribe({ event_types: ["mixed.*"] });
  const reply = await post(`{"events":[
    {"type":"mixed.first","payload":1.10},
    {"type":"no such type","payload":1},
    7,
    {"type":"mixed.second","payload":{"a":1,"a":2},"idempotency_key":"second"},
    {"type":"mixed.third"},
    {"type":"mixed.big","payload":"${"x".repeat(262_143)}"},
    {"type":"hooklane.x","payload":1}
  ]}`);
  expect(reply.status).toBe(202);
  const { results } = reply.json;
  expect(results.map((result: { status: number }) => result.status)).toEqual([202, 422, 422, 202, 422, 413, 422]);
  expect(results[0]).toEqual({
    status: 202,
    event_id: expect.stringMatching(/^evt_/),
    deliveries: 1,
    shed: [],
    idempotent_replayed: false,
  });
  expect(results[1]).toMatchObject({ code: "unprocessable", title: expect.any(String), detail: expect.any(String), field: "type" });
  expect(results[4]).toMatchObject({ field: "payload" });
  expect(results[5]).toMatchObject({ code: "payload_too_large", detail: expect.stringContaining("262144") });
  expect(await rows("SELECT type FROM events WHERE type LIKE 'mixed.%' ORDER BY type")).toEqual([
    { type: "mixed.first" },
    { type: "mixed.second" },
  ]);
  const first = await call(web, "GET", `/v1/events/${results[0].event_id}`, { key: tenant.apiKey });
  expect(first.text).toContain('"payload":1.10,');
});

test("C41: a key that stands twice in a batch makes one event; with another payload the second is refused", async () => {
  const keyed = (payload: number) => ({ type: "twice.made", payload, idempotency_key: "twice" });
  const { json } = await post({ events: [keyed(1), { type: "twice.made", payload: 0 }, keyed(1), keyed(2)] });
  const [first, , again, other] = json.results;
  expect(again).toEqual({ ...first, idempotent_replayed: !first.idempotent_replayed });
  expect(other).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  expect(await rows("SELECT count(*)::int AS n FROM events WHERE type = 'twice.made'")).toEqual([{ n: 2 }]);
  const later = await post([keyed(1)]);
  expect(later.json.results).toEqual([{ ...first, idempotent_replayed: true }]);
});

test("events of a batch reach an ordered endpoint in the batch's order", async () => {
  const id = await subscribe({ event_types: ["row.*"], ordered: true });
  const { json } = await post({ events: Array.from({ length: 120 }, (_, i) => ({ type: "row.item", payload: i })) });
  const sent = json.results.map((result: { event_id: string }) => parsePublicId("event", result.event_id));
  const found = await rows("SELECT event_id FROM deliveries WHERE subscription_id = $1 ORDER BY sequence", [
    parsePublicId("subscription", id),
  ]);
  expect(found.map((row) => row.event_id)).toEqual(sent);
});

test("500 events go at once, one more is refused as a whole", async () => {
  const events = (n: number) => ({ events: Array.from({ length: n }, (_, i) => ({ type: "many.sent", payload: i })) });
  const full = await post(events(500));
  expect([full.status, new Set(full.json.results.map((r: { status: number }) => r.status))]).toEqual([202, new Set([202])]);
  const refused = await post(events(501));
  expect([refused.status, refused.json.field, refused.json.detail]).toEqual([422, "events", expect.stringContaining("501")]);
  expect(await rows("SELECT count(*)::int AS n FROM events WHERE type = 'many.sent'")).toEqual([{ n: 500 }]);
});

test.each([
  ["", 400, "invalid_json"],
  ['{"events":[{"type":"a","payload":1}', 400, "invalid_json"],
  ['{"events":[1,]}', 400, "invalid_json"],
  ['{"events":[]} x', 400, "invalid_json"],
  [`[{"type":"a","payload":${"[".repeat(200)}${"]".repeat(200)}}]`, 400, "invalid_json"],
  [Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), 400, "invalid_encoding"],
  ["{}", 422, "unprocessable"],
  ["[]", 422, "unprocessable"],
  ['{"events":{}}', 422, "unprocessable"],
  ['{"items":[]}', 422, "unprocessable"],
  ['{"events":[1],"more":2}', 422, "unprocessable"],
  ["1", 422, "unprocessable"],
])("a body that is no batch is refused as a whole: %s", async (body, status, code) => {
  const reply = await post(body);
  expect([reply.status, reply.json.code]).toEqual([status, code]);
});

test("a batch has a limit of bytes of its own, and no key of its own", async () => {
  const large = await post(`[${'{"type":"a","payload":"'.padEnd(4_194_304, "x")}"}]`);
  expect([large.status, large.json.code, large.json.detail]).toEqual([413, "request_too_large", expect.stringContaining("4194304")]);
  const keyed = await post([{ type: "a", payload: 1 }], { "idempotency-key": "k" });
  expect([keyed.status, keyed.json.field]).toEqual([422, "Idempotency-Key"]);
});

test("C72: when nothing of a batch can be written, the whole call is 503", async () => {
  web.gate.shut();
  const reply = await post([
    { type: "outage.one", payload: 1 },
    { type: "outage.two", payload: 2 },
  ]);
  expect([reply.status, reply.json.code, reply.headers.get("retry-after")]).toEqual([503, "unavailable", "1"]);
  web.gate.open();
});

import { parsePublicId, publicId } from "@hooklane/contracts";
import { waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlatformKey } from "../../server/use-cases/tenants/create-platform-key.ts";
import type { CreatedTenant } from "../../server/use-cases/tenants/create-tenant.ts";
import { call, type Reply } from "../../test-support/call.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";

let web: StartedWeb;
let platformKey: string;
let a: CreatedTenant;
let b: CreatedTenant;

beforeAll(async () => {
  web = await startWeb();
  ({ apiKey: platformKey } = await createPlatformKey({ db: web.container.db, now: web.container.now }));
  a = await web.newTenant();
  b = await web.newTenant();
});
afterAll(() => web.stop());

const post = (body: unknown, key = platformKey): Promise<Reply> => call(web, "POST", "/v1/events", { key, body });
const subscribe = async (key: string, more: Record<string, unknown> = {}): Promise<string> => {
  const made = await call(web, "POST", "/v1/subscriptions", {
    key,
    body: { url: "http://127.0.0.1:9000/", event_types: ["news.*"], ...more },
  });
  expect(made.status).toBe(201);
  return made.json.id;
};
const rows = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => (await web.owner.query(sql, values)).rows;
const uuidOf = (reply: Reply): string => parsePublicId("event", reply.json.event_id) as string;
const receiversOf = async (reply: Reply): Promise<unknown[]> =>
  (await rows("SELECT subscription_id AS id FROM deliveries WHERE event_id = $1", [uuidOf(reply)]))
    .map(({ id }) => publicId("subscription", id as string))
    .sort();

test("C59: an audience is reached and nobody else, each tenant sees the event with its own deliveries, and only the sender its fan-out", async () => {
  const [ofA, ofB, ofPlatform] = [await subscribe(a.apiKey), await subscribe(b.apiKey), await subscribe(platformKey)];
  const toA = await post({ type: "news.one", payload: { n: 1 }, audience: { tenant_ids: [publicId("tenant", a.tenantId)] } });
  expect([toA.status, toA.json.deliveries]).toEqual([202, 1]);
  expect(await receiversOf(toA)).toEqual([ofA]);
  const toAll = await post({ type: "news.all", payload: { n: 2 }, audience: "all" });
  expect(await receiversOf(toAll)).toEqual([ofA, ofB, ofPlatform].sort());
  const toOwn = await post({ type: "news.own", payload: 3 });
  expect(await receiversOf(toOwn)).toEqual([ofPlatform]);

  const see = (reply: Reply, key: string) => call(web, "GET", `/v1/events/${reply.json.event_id}`, { key });
  expect((await see(toA, b.apiKey)).status).toBe(404);
  expect((await see(toOwn, a.apiKey)).status).toBe(404);
  const seenByA = await see(toAll, a.apiKey);
  expect(seenByA.json).toMatchObject({ payload: { n: 2 }, idempotency_key: null, fan_out: { state: "done", total: 1, done: 1 } });
  expect(seenByA.json.deliveries.map((d: { subscription_id: string }) => d.subscription_id)).toEqual([ofA]);
  const seenBySender = await see(toAll, platformKey);
  expect(seenBySender.json.fan_out).toEqual({ state: "done", total: 3, done: 3 });
  expect(seenBySender.json.deliveries.map((d: { subscription_id: string }) => d.subscription_id)).toEqual([ofPlatform]);

  const logOfA = await call(web, "GET", `/v1/subscriptions/${ofA}/deliveries?type=news.all`, { key: a.apiKey });
  expect(logOfA.json.data).toHaveLength(1);
  expect((await call(web, "GET", `/v1/deliveries/${logOfA.json.data[0].id}`, { key: platformKey })).status).toBe(404);
  expect((await call(web, "GET", "/v1/events", { key: a.apiKey })).json.data).toEqual([]);
  expect((await call(web, "DELETE", `/v1/events/${toAll.json.event_id}/payload`, { key: a.apiKey })).status).toBe(404);
});

test("a tenant's own key may not address an audience", async () => {
  const refused = await post({ type: "news.one", payload: 1, audience: "all" }, a.apiKey);
  expect([refused.status, refused.json.code, refused.json.field]).toEqual([403, "forbidden", "audience"]);
  const batch = await call(web, "POST", "/v1/events/batch", { key: a.apiKey, body: [{ type: "news.one", payload: 1, audience: "all" }] });
  expect(batch.json.results).toMatchObject([{ status: 403, field: "audience" }]);
});

test("the same key for another audience is another event, and is refused", async () => {
  const event = { type: "news.keyed", payload: 1, idempotency_key: "aud" };
  const first = await post({ ...event, audience: "all" });
  expect((await post({ ...event, audience: "all" })).json).toEqual(first.json);
  expect((await post({ ...event, audience: { tenant_ids: [publicId("tenant", a.tenantId)] } })).json.code).toBe("idempotency_key_reused");
});

test("filters decide for each receiver", async () => {
  const picky = await subscribe(b.apiKey, { event_types: ["alert.*"], filter: { level: { $gte: 3 } } });
  expect(await receiversOf(await post({ type: "alert.low", payload: { level: 2 }, audience: "all" }))).toEqual([]);
  expect(await receiversOf(await post({ type: "alert.high", payload: { level: 3 }, audience: "all" }))).toEqual([picky]);
});

test("a broadcast to very many is accepted with its fan-out, its ordered receivers at once", async () => {
  await rows(
    `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard)
     SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN $1::uuid ELSE $2::uuid END, 'http://127.0.0.1:9000/', '127.0.0.1:9000', ARRAY['mass.*'], 1
     FROM generate_series(1, 1200) AS n`,
    [a.tenantId, b.tenantId],
  );
  const ordered = await subscribe(b.apiKey, { event_types: ["mass.*"], ordered: true });
  await waitFor(() => web.container.index.match("all", "mass.x").count === 1_201, { what: "the index to follow" });
  const reply = await post({ type: "mass.all", payload: 1, audience: "all" });
  expect(reply.json.deliveries).toBeNull();
  expect(await receiversOf(reply)).toEqual([ordered]);
  expect(await rows("SELECT tenant_ids, total, done, state FROM fan_outs WHERE event_id = $1", [uuidOf(reply)])).toEqual([
    { tenant_ids: null, total: 1_201, done: 1, state: "running" },
  ]);
  const seen = await call(web, "GET", `/v1/events/${reply.json.event_id}`, { key: platformKey });
  expect(seen.json).toMatchObject({ fan_out: { state: "running", total: 1_201, done: 1 }, completed_at: null });
  const ofB = await call(web, "GET", `/v1/events/${reply.json.event_id}`, { key: b.apiKey });
  expect(ofB.json.fan_out).toEqual({ state: "running", total: 1, done: 1 });
  const some = await post({
    type: "mass.some",
    payload: 1,
    audience: { tenant_ids: [a.tenantId, b.tenantId].map((id) => publicId("tenant", id)) },
  });
  expect(await rows("SELECT tenant_ids FROM fan_outs WHERE event_id = $1", [uuidOf(some)])).toEqual([
    { tenant_ids: [a.tenantId, b.tenantId].sort() },
  ]);
});

import { parsePublicId } from "@hooklane/contracts";
import { openHeaders, openUrl, readSubscriptions, type StoredSubscription, secretContext } from "@hooklane/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedTenant } from "../../server/use-cases/tenants/create-tenant.ts";
import { call, type Reply } from "../../test-support/call.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";

let web: StartedWeb;
let tenant: CreatedTenant;

beforeAll(async () => {
  web = await startWeb({ HOOKLANE_EGRESS_ALLOW: "127.0.0.1:9000" });
  tenant = await web.newTenant();
});
afterAll(() => web.stop());

const url = "https://rx.example/hook";
const ask = (method: string, path: string, body?: unknown, key = tenant.apiKey): Promise<Reply> =>
  call(web, method, `/v1/subscriptions${path}`, { key, ...(body !== undefined && { body }) });
const create = (more: Record<string, unknown> = {}): Promise<Reply> => ask("POST", "", { url, event_types: ["order.*"], ...more });
const rows = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => (await web.owner.query(sql, values)).rows;
const uuid = (id: string): string => parsePublicId("subscription", id) as string;

test("a new subscription is answered whole, with its secret, which no later answer holds", async () => {
  const made = await create({ description: "Orders", metadata: { team: "a" }, ordered: true, mode: "at_most_once" });
  expect(made.status).toBe(201);
  const { secret, ...view } = made.json;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(made.headers.get("location")).toBe(`/v1/subscriptions/${view.id}`);
  expect(view).toMatchObject({
    url,
    event_types: ["order.*"],
    description: "Orders",
    metadata: { team: "a" },
    format: "envelope",
    ordered: true,
    mode: "at_most_once",
    state: "active",
    disabled_reason: null,
    custom_headers: {},
    retry_policy: {},
    retryable_statuses: [],
  });
  expect((await ask("GET", `/${view.id}`)).json).toEqual(view);
  expect((await ask("GET", "")).text).not.toContain("whsec_");
});

test("the stored secret is sealed, and opens to the text that was shown", async () => {
  const made = await create({ secret: `whsec_${Buffer.alloc(24, 1).toString("base64")}` });
  expect(made.json.secret).toBe(`whsec_${Buffer.alloc(24, 1).toString("base64")}`);
  const [{ sealed, key_number: keyNumber } = {}] = await rows(
    "SELECT sealed, key_number FROM subscription_secrets WHERE subscription_id = $1",
    [uuid(made.json.id)],
  );
  expect((sealed as Buffer).includes(Buffer.from("whsec_"))).toBe(false);
  const opened = web.container.secretKeys.open(
    { sealed: sealed as Buffer, keyNumber: keyNumber as number },
    secretContext(uuid(made.json.id)),
  );
  expect(opened?.toString()).toBe(made.json.secret);
});

test.each([
  ["C08: userinfo", { url: "https://user:p%40ss@rx.example/hook" }, "url"],
  ["C08: an empty user", { url: "https://:@rx.example/" }, "url"],
  ["a disguised address", { url: "https://rx.example@127.0.0.1/" }, "url"],
  ["C09: one slash", { url: "https:rx.example" }, "url"],
  ["C09: a script", { url: "javascript:alert(1)" }, "url"],
  ["C09: port 0", { url: "https://rx.example:0/" }, "url"],
  ["a fragment", { url: "https://rx.example/h#token" }, "url"],
  ["a private address", { url: "https://10.0.0.1/" }, "url"],
  ["a loopback port that is not open", { url: "http://127.0.0.1:9001/" }, "url"],
  ["no URL", { url: undefined }, "url"],
  ["no event types", { event_types: [] }, "event_types"],
  ["a bad event type", { event_types: ["order..paid"] }, "event_types.0"],
  ["a reserved header", { custom_headers: { "Webhook-Signature": "x" } }, "custom_headers.Webhook-Signature"],
  ["a short secret", { secret: "whsec_AAAA" }, "secret"],
  ["a state", { state: "paused" }, "state"],
  ["C31: a NUL", { description: "a\0b" }, "description"],
  ["C31: half of a surrogate pair in a name", '{"url":"https://rx.example/","event_types":["*"],"metadata":{"\\ud83d":"x"}}', "metadata"],
  ["C31: a NUL in a header", { custom_headers: { "x-a": "\0" } }, "custom_headers.x-a"],
])("%s is 422, naming the member", async (_name, change, field) => {
  const refused = await (typeof change === "string" ? ask("POST", "", change) : create(change));
  expect([refused.status, refused.json.code, refused.json.field]).toEqual([422, "unprocessable", field]);
});

test("C09: legal URLs are taken and kept in canonical form", async () => {
  for (const [given, kept] of [
    ["https://rx.example/a%2Fb?sig=%22x%22", "https://rx.example/a%2Fb?sig=%22x%22"],
    ["https://foo_bar.rx.example", "https://foo_bar.rx.example/"],
    ["https://MÜNCHEN.example./", "https://xn--mnchen-3ya.example/"],
    ["http://127.0.0.1:9000/x", "http://127.0.0.1:9000/x"],
  ]) {
    const made = await create({ url: given });
    expect([made.status, made.json.url]).toEqual([201, kept]);
  }
});

test("pages are newest first, hold each subscription once, and end", async () => {
  const other = await web.newTenant();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.unshift((await ask("POST", "", { url, event_types: ["*"] }, other.apiKey)).json.id);
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: Reply = await ask("GET", `?limit=2${cursor && `&cursor=${cursor}`}`, undefined, other.apiKey);
    seen.push(...page.json.data.map((row: { id: string }) => row.id));
    expect(page.json.has_more).toBe(page.json.next_cursor !== null);
    cursor = page.json.next_cursor;
  }
  expect(seen).toEqual(ids);
});

test("a change touches what it names, moves the lane with its host, and is refused where nothing is named", async () => {
  const { id } = (await create({ description: "before" })).json;
  const changed = await ask("PATCH", `/${id}`, { url: "https://other.example/", event_types: ["a"] });
  expect(changed.json).toMatchObject({ url: "https://other.example/", event_types: ["a"], description: "before" });
  const [row] = await rows("SELECT host, shard, earlier_shards, routing_version FROM subscriptions WHERE id = $1", [uuid(id)]);
  expect(row).toMatchObject({ host: "other.example:443", routing_version: 2 });
  expect(row?.earlier_shards).not.toContain(row?.shard);
  expect((await ask("PATCH", `/${id}`, {})).status).toBe(422);
  expect((await ask("PATCH", `/${id}`, { ordered: true })).json).toMatchObject({ status: 422, field: "ordered" });
  expect((await ask("PATCH", `/${id}`, { url: "https://10.0.0.1/" })).json).toMatchObject({ status: 422, field: "url" });
});

test("S9: header values do not go to a new host unless they are sent again; they and a URL's query are not shown in lists", async () => {
  const { id } = (await create({ url: `${url}?token=abc`, custom_headers: { "X-Token": "credential" } })).json;
  expect((await ask("PATCH", `/${id}`, { url: "https://other.example/" })).json).toMatchObject({ status: 422, field: "custom_headers" });
  expect((await ask("GET", `/${id}`)).json).toMatchObject({ url: `${url}?token=abc`, custom_headers: { "X-Token": "***" } });
  const listed = (await ask("GET", "")).json.data.find((row: { id: string }) => row.id === id);
  expect(listed).toMatchObject({ url: `${url}?***`, custom_headers: { "X-Token": "***" } });
  expect((await ask("PATCH", `/${id}`, { url: listed.url })).json).toMatchObject({ status: 422, field: "url" });
  const moved = await ask("PATCH", `/${id}`, { url: "https://other.example/", custom_headers: { "X-Token": "new" } });
  expect([moved.status, moved.json.custom_headers]).toEqual([200, { "X-Token": "new" }]);
});

test("S4: a URL's query and header values are stored sealed, each changed by itself, and open in their own row alone", async () => {
  const { id } = (await create({ url: `${url}?token=first`, custom_headers: { "X-Token": "credential" } })).json;
  const stored = async () => (await readSubscriptions(web.container.pool, [uuid(id)]))[0] as StoredSubscription;
  const keys = web.container.secretKeys;
  const before = await stored();
  expect(before).toMatchObject({ url: `${url}?`, customHeaders: { "X-Token": null } });
  expect((await ask("PATCH", `/${id}`, { url: `${url}?token=second` })).json.url).toBe(`${url}?token=second`);
  const after = await stored();
  expect([openUrl(keys, after), openHeaders(keys, after)]).toEqual([`${url}?token=second`, { "X-Token": "credential" }]);
  const other = "0193b1f0-7a5e-7cc1-8d2e-4a1b2c3d4e60";
  expect([openUrl(keys, { ...after, id: other }), openHeaders(keys, { ...after, id: other })]).toEqual([undefined, undefined]);
  await ask("PATCH", `/${id}`, { url, custom_headers: {} });
  expect(await stored()).toMatchObject({ url, sealedQuery: null, customHeaders: {}, sealedHeaders: null });
});

test("a query that no key at hand opens is shown masked, and the subscription can be given another", async () => {
  const { id } = (await create({ url: `${url}?token=lost` })).json;
  await rows("UPDATE subscriptions SET query_key_number = 77 WHERE id = $1", [uuid(id)]);
  expect((await ask("GET", `/${id}`)).json.url).toBe(`${url}?***`);
  expect((await ask("PATCH", `/${id}`, { url: `${url}?token=new` })).json.url).toBe(`${url}?token=new`);
});

test("pause, resume and enable lead where they say, and only from where they may", async () => {
  const { id } = (await create()).json;
  const verb = async (name: string) => {
    const reply = await ask("POST", `/${id}/${name}`);
    return [reply.status, reply.json.state ?? reply.json.code];
  };
  expect(await verb("pause")).toEqual([200, "paused"]);
  expect(await verb("pause")).toEqual([200, "paused"]);
  expect(await verb("enable")).toEqual([422, "unprocessable"]);
  expect(await verb("resume")).toEqual([200, "active"]);
  await rows("UPDATE subscriptions SET state = 'disabled', disabled_reason = 'gone' WHERE id = $1", [uuid(id)]);
  expect(await verb("pause")).toEqual([422, "unprocessable"]);
  expect(await verb("resume")).toEqual([422, "unprocessable"]);
  expect(await verb("enable")).toEqual([200, "active"]);
  expect((await ask("GET", `/${id}`)).json.disabled_reason).toBeNull();
});

test("deleting ends it at once, sends the job that ends its deliveries, and leaves their log readable", async () => {
  const { id } = (await create({ event_types: ["log.kept"] })).json;
  const accepted = await call(web, "POST", "/v1/events", { key: tenant.apiKey, body: { type: "log.kept", payload: 1 } });
  expect(accepted.json.deliveries).toBe(1);
  const deleted = await ask("DELETE", `/${id}`);
  expect([deleted.status, deleted.text]).toEqual([204, ""]);
  expect((await ask("GET", `/${id}`)).status).toBe(404);
  expect((await ask("DELETE", `/${id}`)).status).toBe(404);
  expect(await rows("SELECT data FROM pgboss.job WHERE name = 'end-pending'")).toContainEqual({
    data: { subscription_id: uuid(id), reason: "subscription_deleted" },
  });
  expect((await ask("GET", `/${id}/deliveries`)).json.data).toMatchObject([{ event_id: accepted.json.event_id }]);
});

test("a deletion whose job cannot be sent does not happen", async () => {
  const { id } = (await create()).json;
  await rows("ALTER TABLE pgboss.job_common RENAME TO job_hidden");
  expect((await ask("DELETE", `/${id}`)).status).toBe(500);
  await rows("ALTER TABLE pgboss.job_hidden RENAME TO job_common");
  expect((await ask("GET", `/${id}`)).json.state).toBe("active");
});

test("each change leaves one audit row with the key's id and the request's, and without credentials; changing nothing leaves none", async () => {
  const made = await create({ url: `${url}?token=canary`, custom_headers: { "X-Token": "canary" } });
  const path = `/${made.json.id}`;
  const paused = await ask("POST", `${path}/pause`);
  await ask("POST", `${path}/pause`);
  await ask("POST", `${path}/enable`);
  await ask("DELETE", path);
  const trail = await rows(
    "SELECT action, actor_kind, actor_id, correlation_id, before, after FROM audit_log WHERE target_id = $1 ORDER BY id",
    [uuid(made.json.id)],
  );
  expect(trail.map((row) => row.action)).toEqual(["subscription.create", "subscription.pause", "subscription.delete"]);
  expect(trail[1]).toMatchObject({
    actor_kind: "api_key",
    correlation_id: paused.headers.get("x-request-id"),
    before: { state: "active" },
    after: { state: "paused" },
  });
  const [key] = await rows("SELECT id FROM api_keys WHERE tenant_id = $1", [tenant.tenantId]);
  expect(new Set(trail.map((row) => row.actor_id))).toEqual(new Set([key?.id]));
  expect(JSON.stringify(trail)).not.toMatch(/canary|whsec_/);
});

test("a plan's limit holds, also for many who register at once", async () => {
  const small = await web.newTenant("free");
  await rows(
    `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard)
     SELECT gen_random_uuid(), $1, 'https://rx.example/', 'rx.example:443', ARRAY['*'], 1 FROM generate_series(1, 97)`,
    [small.tenantId],
  );
  const replies = await Promise.all(Array.from({ length: 8 }, () => ask("POST", "", { url, event_types: ["*"] }, small.apiKey)));
  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(3);
  const refused = replies.find((reply) => reply.status !== 201);
  expect([refused?.status, refused?.json.code, refused?.json.detail]).toEqual([422, "limit_reached", expect.stringContaining("100")]);
});

test("a filter decides which events are owed, can be changed and taken away, and is in the answer and the audit log", async () => {
  const filter = { "zone.id": { $in: ["a", "b"] }, speed: { $gt: 30 } };
  const made = await create({ event_types: ["ride.*"], filter, rate_limit: 25 });
  expect([made.status, made.json.filter, made.json.rate_limit]).toEqual([201, filter, 25]);
  const owed = async (payload: unknown) =>
    (await call(web, "POST", "/v1/events", { key: tenant.apiKey, body: { type: "ride.moved", payload } })).json.deliveries;
  expect(await owed({ zone: { id: "a" }, speed: 31 })).toBe(1);
  expect(await owed({ zone: { id: "c" }, speed: 31 })).toBe(0);
  for (const odd of [null, "x", [], {}, { zone: null, speed: "31" }]) expect(await owed(odd)).toBe(0);
  const changed = await ask("PATCH", `/${made.json.id}`, { filter: { speed: { $exists: true } }, rate_limit: null });
  expect(changed.json).toMatchObject({ filter: { speed: { $exists: true } }, rate_limit: null });
  expect(await owed({ speed: null })).toBe(1);
  await ask("PATCH", `/${made.json.id}`, { filter: null });
  expect([(await ask("GET", `/${made.json.id}`)).json.filter, await owed("x")]).toEqual([null, 1]);
  const audited = await rows("SELECT after->'filter' AS filter FROM audit_log WHERE target_id = $1 ORDER BY id", [uuid(made.json.id)]);
  expect(audited.map((entry) => entry.filter)).toEqual([filter, { speed: { $exists: true } }, null]);
});

test.each([
  [{ filter: { a: { $equal: 1 } } }, "filter.a.$equal"],
  [{ filter: { $or: [{ a: 1 }, { b: { $in: [] } }] } }, "filter.$or.1.b.$in"],
  [{ filter: { a: { $gt: null } } }, "filter.a.$gt"],
  [{ filter: [] }, "filter"],
  [{ filter: "a = 1" }, "filter"],
  [{ filter: { a: "x".repeat(9_000) } }, "filter"],
  [{ filter: { a: "\0" } }, "filter.a"],
  [{ rate_limit: 0 }, "rate_limit"],
  [{ rate_limit: 1.5 }, "rate_limit"],
])("%j is refused when it is written, naming %s", async (more, field) => {
  const refused = await create(more);
  expect([refused.status, refused.json.code, refused.json.field]).toEqual([422, "unprocessable", field]);
  const made = await create();
  expect((await ask("PATCH", `/${made.json.id}`, more)).json.field).toBe(field);
});

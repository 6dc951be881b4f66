import { publicId } from "@hooklane/contracts";
import { deleteOldAudit } from "@hooklane/db";
import { waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { call } from "../../../test-support/call.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";

let web: StartedWeb;
let tenant: CreatedTenant;
let tenantId: string;
let owner: Browser;

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  tenant = await web.newTenant();
  tenantId = publicId("tenant", tenant.tenantId);
  owner = new Browser(web);
  await owner.signIn(tenant.email, tenant.password);
});
afterAll(() => web.stop());

const list = async (filter: Record<string, unknown> = {}) => (await owner.query("audit.list", { tenantId, ...filter })).json.result.data;
const actions = async (filter: Record<string, unknown>): Promise<string[]> =>
  (await list({ limit: 250, ...filter })).data.map(({ action }: { action: string }) => action);

test("the log is filtered by actor, action, target and time, and read page by page without a gap", async () => {
  const endpoint = (await owner.mutate("endpoints.create", { tenantId, url: "http://127.0.0.1:9/", event_types: ["*"] })).json.result.data;
  await owner.mutate("endpoints.pause", { tenantId, endpointId: endpoint.id });
  const byKey = await call(web, "POST", "/v1/subscriptions", {
    key: tenant.apiKey,
    body: { url: "http://127.0.0.1:9/", event_types: ["*"] },
  });
  const person = publicId("user", tenant.userId);
  expect(await actions({ actor: person })).toEqual(["subscription.pause", "subscription.create"]);
  expect(await actions({ actor: "api_key" })).toEqual(["subscription.create"]);
  expect(await actions({ action: "subscription" })).toEqual(["subscription.create", "subscription.pause", "subscription.create"]);
  expect(await actions({ action: "subscription.pause" })).toEqual(["subscription.pause"]);
  expect(await actions({ action: "subscription.pa" })).toEqual([]);
  expect(await actions({ target: endpoint.id })).toEqual(["subscription.pause", "subscription.create"]);
  expect(await actions({ target: byKey.json.id, actor: person })).toEqual([]);
  expect(await actions({ until: "2020-01-01T00:00:00Z" })).toEqual([]);
  expect((await actions({ since: "2020-01-01T00:00:00Z" })).length).toBe((await actions({})).length);
  const all = (await list({ limit: 250 })).data.map(({ id }: { id: string }) => id);
  const paged: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list({ limit: 2, ...(cursor && { cursor }) });
    paged.push(...page.data.map(({ id }: { id: string }) => id));
    if (!page.has_more) break;
    cursor = page.next_cursor;
  }
  expect(paged).toEqual(all);
});

test.each([{ actor: "no such thing!" }, { target: "sub_nonsense" }, { cursor: "nonsense" }])(
  "a filter that cannot be read is refused: %j",
  async (filter) => {
    expect((await owner.query("audit.list", { tenantId, ...filter })).status).toBe(400);
  },
);

test("the file has what the list has, and a name that is a formula stays text", async () => {
  await owner.mutate("keys.create", { tenantId, name: '=HYPERLINK("http://evil.example")', scopes: ["events:read"] });
  const reply = await owner.request("GET", `/api/exports/audit?tenantId=${tenantId}&action=api_key`);
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(reply.headers.get("content-disposition")).toContain("attachment");
  const lines = reply.text.trim().split("\r\n");
  expect(lines[0]).toBe(
    '"id","at","actor_kind","actor_id","actor_name","on_behalf_of","action","target_kind","target_id","target_name","before","after","request_id","visit"',
  );
  expect(lines).toHaveLength(1 + (await list({ action: "api_key", limit: 250 })).data.length);
  expect(reply.text).toContain("\"'=HYPERLINK(");
  expect(reply.text).not.toContain(',"=HYPERLINK');
});

test("the file is for owners and admins of that very workspace", async () => {
  const other = await web.newTenant();
  const stranger = new Browser(web);
  await stranger.signIn(other.email, other.password);
  const path = `/api/exports/audit?tenantId=${tenantId}`;
  expect((await stranger.request("GET", path)).status).toBe(404);
  expect((await new Browser(web).request("GET", path)).status).toBe(401);
  await web.owner.query("INSERT INTO memberships (tenant_id, user_id, role) VALUES ($1, $2, 'developer')", [tenant.tenantId, other.userId]);
  expect((await stranger.request("GET", path)).status).toBe(403);
});

test("A9: the application's role can add to the log, and neither change nor delete or empty it", async () => {
  for (const sql of ["UPDATE audit_log SET action = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log"])
    await expect(web.container.pool.query(sql)).rejects.toThrow(/permission denied/);
  await expect(web.owner.query("DELETE FROM audit_log")).rejects.toThrow(/append-only/);
});

test("A9: entries are kept for two years, and nobody can delete one of the last year", async () => {
  const insert = (age: string) =>
    web.owner.query(
      `INSERT INTO audit_log (id, at, actor_kind, action, target_kind) VALUES (gen_random_uuid(), now() - $1::interval, 'system', 'age.test', 'x')`,
      [age],
    );
  for (const age of ["3 years", "18 months", "1 day"]) await insert(age);
  const left = async () => (await web.owner.query("SELECT count(*)::int AS n FROM audit_log WHERE action = 'age.test'")).rows[0].n;
  const client = await web.owner.connect();
  expect(await deleteOldAudit(client, web.container.now(), 100)).toBe(1);
  client.release();
  expect(await left()).toBe(2);
  await expect(web.owner.query("DELETE FROM audit_log WHERE action = 'age.test'")).rejects.toThrow(/append-only/);
  expect(await left()).toBe(2);
});

test("A9: a key that lacks a scope leaves a row with the call that it asked for", async () => {
  const { key } = (await owner.mutate("keys.create", { tenantId, name: "narrow", scopes: ["events:read"] })).json.result.data;
  expect((await call(web, "POST", "/v1/subscriptions", { key, body: {} })).status).toBe(403);
  await waitFor(async () => (await actions({ action: "authorization" })).length > 0, { what: "the row of the refusal" });
  const [entry] = (await list({ action: "authorization" })).data;
  expect(entry).toMatchObject({ actor: { kind: "api_key", name: "narrow" }, after: { call: "POST /v1/subscriptions" } });
});

test("what was done by a key, for another person, and by nobody is told apart", async () => {
  await web.owner.query(
    `INSERT INTO audit_log (id, tenant_id, actor_kind, actor_id, on_behalf_of, action, target_kind, target_id)
     VALUES (gen_random_uuid(), $1, 'user', $2, $2, 'support.look', 'tenant', $1), (gen_random_uuid(), $1, 'system', NULL, NULL, 'subscription.disable', 'subscription', gen_random_uuid())`,
    [tenant.tenantId, tenant.userId],
  );
  const { data } = await list({ limit: 250 });
  const find = (action: string) => data.find((entry: { action: string }) => entry.action === action);
  expect(find("support.look")).toMatchObject({ on_behalf_of: { kind: "user", name: tenant.email }, target: { id: tenantId } });
  expect(find("subscription.disable")).toMatchObject({
    actor: { kind: "system", id: null, name: null },
    on_behalf_of: null,
    target: { name: null },
  });
});

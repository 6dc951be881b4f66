import { parsePublicId, publicId } from "@hooklane/contracts";
import { eraseTenant, listTenantsToErase, tablesOfTenant } from "@hooklane/db";
import { dumpOf, waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { call } from "../../../test-support/call.ts";
import { everythingOf } from "../../../test-support/everything-of.ts";
import { mailsTo } from "../../../test-support/outbox.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import { writeAttempt } from "../../../test-support/write-attempt.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";

let web: StartedWeb;
let tenant: CreatedTenant;
let tenantId: string;
let owner: Browser;
let endpoint: { id: string; secret: string };
/** Each test's own. */
let headerCanary: string;
let queryCanary: string;
let payloadCanary: string;
let answerCanary: string;

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
});
afterAll(() => web.stop());
beforeEach(async () => {
  await web.owner.query("DELETE FROM attempt_limits");
  tenant = await web.newTenant();
  tenantId = publicId("tenant", tenant.tenantId);
  [headerCanary = "", queryCanary = "", payloadCanary = "", answerCanary = ""] = ["header", "query", "payload", "answer"].map(
    (what) => `canary-of-${what}-${tenantId}`,
  );
  owner = new Browser(web);
  await owner.signIn(tenant.email, tenant.password);
  const body = { url: `http://127.0.0.1:9/hook?token=${queryCanary}`, event_types: ["*"], custom_headers: { "x-auth": headerCanary } };
  endpoint = (await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body })).json;
});

const post = () => call(web, "POST", "/v1/events", { key: tenant.apiKey, body: { type: "order.paid", payload: payloadCanary } });
const remove = () => owner.mutate("workspace.delete", { tenantId });
const stateOf = async (id: string) =>
  (await web.owner.query("SELECT state FROM subscriptions WHERE id = $1", [parsePublicId("subscription", id)])).rows[0].state;

/** Of each delivery an attempt that was answered. */
async function answered(uuid: string): Promise<void> {
  const { rows } = await web.owner.query(
    "SELECT d.id FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id WHERE s.tenant_id = $1",
    [uuid],
  );
  expect(rows.length).toBeGreaterThan(0);
  const bytes = Buffer.from(JSON.stringify([["x-note", answerCanary]]));
  for (const { id } of rows)
    await writeAttempt(web, id, 1, { request_headers: bytes, response_headers: bytes, response_body: bytes, error: answerCanary });
}
const attemptsOf = async (uuid: string) =>
  (
    await web.owner.query(
      `SELECT a::text AS text FROM attempts a JOIN deliveries d ON d.id = a.delivery_id JOIN subscriptions s ON s.id = d.subscription_id
       WHERE s.tenant_id = $1 ORDER BY a.delivery_id, a.number`,
      [uuid],
    )
  ).rows;
/** What a tenant's rows count. */
const countsOf = async (uuid: string) =>
  (
    await web.owner.query(
      `SELECT count(*)::int AS deliveries, count(a.number)::int AS attempts, sum(a.duration_ms)::int AS ms, (SELECT count(*)::int FROM events WHERE tenant_id = $1) AS events
       FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id LEFT JOIN attempts a ON a.delivery_id = d.id WHERE s.tenant_id = $1`,
      [uuid],
    )
  ).rows;

test("another workspace is owned by who made it, and their session gets another id", async () => {
  const stolen = new Browser(web);
  for (const [name, value] of owner.cookies) stolen.cookies.set(name, value);
  const { id } = (await owner.mutate("workspace.create", { name: "Second" })).json.result.data;
  const { tenants } = (await owner.query("me.get")).json.result.data;
  expect(tenants.map(({ name, role }: Record<string, string>) => [name, role])).toContainEqual(["Second", "owner"]);
  expect((await owner.query("members.list", { tenantId: id })).json.result.data.members).toHaveLength(1);
  expect((await stolen.query("me.get")).status).toBe(401);
});

test("T6: a workspace that is to be deleted takes and sends nothing from then on; an owner can keep it, as it was", async () => {
  const paused = (
    await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body: { url: "http://127.0.0.1:9/p", event_types: ["*"] } })
  ).json;
  await owner.mutate("endpoints.pause", { tenantId, endpointId: paused.id });
  const { delete_at } = (await remove()).json.result.data;
  expect((Date.parse(delete_at) - web.container.now()) / 86_400_000).toBeCloseTo(7, 2);
  expect(await stateOf(endpoint.id)).toBe("paused");
  await waitFor(async () => (await post()).status === 401, { what: "the key to be refused", timeoutMs: 3_000 });
  const refused = await owner.mutate("keys.create", { tenantId, name: "x", scopes: ["events:write"] });
  expect([refused.status, refused.json.error.data.detail]).toEqual([403, expect.stringContaining("to be deleted")]);
  expect((await owner.mutate("endpoints.resume", { tenantId, endpointId: endpoint.id })).status).toBe(403);
  expect((await owner.query("deliveries.list", { tenantId })).status).toBe(200);
  expect((await mailsTo(web, tenant.email)).map(({ kind }) => kind)).toEqual(["account-notice"]);

  expect((await owner.mutate("workspace.keep", { tenantId })).json.result.data).toEqual({ delete_at: null });
  expect([await stateOf(endpoint.id), await stateOf(paused.id)]).toEqual(["active", "paused"]);
  await waitFor(async () => (await post()).status === 202, { what: "the key to be taken again", timeoutMs: 3_000 });
});

test("T6: once the grace is over a job takes everything of the tenant away that may be, and nothing of others", async () => {
  const other = await web.newTenant();
  await post();
  await answered(tenant.tenantId);
  await call(web, "POST", "/v1/subscriptions", { key: other.apiKey, body: { url: "http://127.0.0.1:9/other", event_types: ["*"] } });
  await call(web, "POST", "/v1/events", { key: other.apiKey, body: { type: "order.paid", payload: 1 } });
  await answered(other.tenantId);
  const before = [await everythingOf(web, other.tenantId), await attemptsOf(other.tenantId)];
  await remove();
  await waitFor(async () => (await post()).status === 401, { what: "the key to be refused", timeoutMs: 3_000 });
  const books = await countsOf(tenant.tenantId);
  expect(await listTenantsToErase(web.container.pool, 10)).not.toContain(tenant.tenantId);
  await web.owner.query("UPDATE tenants SET delete_at = now() - interval '1 s' WHERE id = $1", [tenant.tenantId]);
  expect(await listTenantsToErase(web.container.pool, 10)).toEqual([tenant.tenantId]);
  expect((await owner.mutate("workspace.keep", { tenantId })).status).toBe(422);
  const erase = (signal = new AbortController().signal) =>
    eraseTenant(web.container.pool, web.container.jobs, web.container.now(), tenant.tenantId, signal);
  expect(await erase(AbortSignal.abort())).toBe(false);
  expect(await erase()).toBe(true);
  expect(await erase()).toBe(false);
  expect((await owner.query("me.get")).json.result.data.tenants).toEqual([]);
  expect((await owner.query("members.list", { tenantId })).status).toBe(404);
  expect((await post()).status).toBe(401);
  const left = await dumpOf(web.owner);
  for (const canary of [headerCanary, queryCanary, payloadCanary])
    for (const spelling of [canary, Buffer.from(canary).toString("hex")]) expect(left).not.toContain(spelling);
  // The other tenant's answer is there as it was
  const own = JSON.stringify(await attemptsOf(tenant.tenantId));
  for (const spelling of [answerCanary, Buffer.from(answerCanary).toString("hex")]) expect(own).not.toContain(spelling);
  expect(await countsOf(tenant.tenantId)).toEqual(books);
  const { rows } = await web.owner.query(
    `SELECT (SELECT count(*)::int FROM memberships WHERE tenant_id = $1) AS members, (SELECT count(*)::int FROM api_keys WHERE tenant_id = $1) AS keys,
      (SELECT count(*)::int FROM events WHERE tenant_id = $1 AND body IS NOT NULL) AS payloads,
      (SELECT count(*)::int FROM subscription_secrets k JOIN subscriptions s ON s.id = k.subscription_id WHERE s.tenant_id = $1) AS secrets,
      (SELECT count(*)::int FROM subscriptions WHERE tenant_id = $1 AND state <> 'deleted') AS subscriptions,
      (SELECT count(*)::int FROM audit_log WHERE tenant_id = $1 AND action = 'tenant.delete') AS told,
      (SELECT count(*)::int FROM pgboss.job WHERE name = 'end-pending' AND data->>'subscription_id' = $2) AS jobs`,
    [tenant.tenantId, parsePublicId("subscription", endpoint.id)],
  );
  expect(rows).toEqual([{ members: 0, keys: 0, payloads: 0, secrets: 0, subscriptions: 0, told: 1, jobs: 1 }]);
  expect([await everythingOf(web, other.tenantId), await attemptsOf(other.tenantId)]).toEqual(before);
});

test("T6: every table that names a tenant is either erased with it or kept on purpose", async () => {
  const { rows } = await web.owner.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE a.attname = 'tenant_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...tablesOfTenant.erased, ...tablesOfTenant.kept].sort());
});

test("C60: the export has configuration and log, line by line, and no secret, header value, query or payload", async () => {
  await post();
  await owner.mutate("endpoints.pause", { tenantId, endpointId: endpoint.id });
  const reply = await owner.request("GET", `/api/exports/workspace?tenantId=${tenantId}`);
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/x-ndjson; charset=utf-8"]);
  const lines = reply.text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const parts = (name: string) => lines.filter(({ part }) => part === name);
  expect(parts("tenant")).toMatchObject([{ id: tenantId }]);
  expect(parts("member")).toMatchObject([{ email: tenant.email, role: "owner" }]);
  expect(parts("subscription")).toMatchObject([{ id: endpoint.id, url: "http://127.0.0.1:9/hook", custom_header_names: ["x-auth"] }]);
  expect(parts("event")).toMatchObject([{ type: "order.paid" }]);
  expect(parts("delivery")).toMatchObject([{ event_id: parts("event")[0].id, subscription_id: endpoint.id, attempts: [] }]);
  expect(parts("audit").map(({ action }) => action)).toContain("subscription.pause");
  for (const canary of [headerCanary, queryCanary, payloadCanary, endpoint.secret, tenant.apiKey, tenant.password])
    expect(reply.text).not.toContain(canary);
});

test("C58: the export is for owners and admins of that very workspace", async () => {
  const path = `/api/exports/workspace?tenantId=${tenantId}`;
  const other = await web.newTenant();
  const stranger = new Browser(web);
  await stranger.signIn(other.email, other.password);
  expect((await stranger.request("GET", path)).status).toBe(404);
  expect((await new Browser(web).request("GET", path)).status).toBe(401);
  await web.owner.query("INSERT INTO memberships (tenant_id, user_id, role) VALUES ($1, $2, 'developer')", [tenant.tenantId, other.userId]);
  expect((await stranger.request("GET", path)).status).toBe(403);
});

import { publicId } from "@hooklane/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { call } from "../../../test-support/call.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";

let web: StartedWeb;
let tenant: CreatedTenant;
let browser: Browser;
let tenantId: string;

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  tenant = await web.newTenant();
  tenantId = publicId("tenant", tenant.tenantId);
  browser = new Browser(web);
  await browser.signIn(tenant.email, tenant.password);
});
afterAll(() => web.stop());

const create = async (scopes: string[], name = "CI") => (await browser.mutate("keys.create", { tenantId, name, scopes })).json.result.data;

test("a key is shown once, works at once for its scopes alone, and only its hash is kept", async () => {
  const { key, id } = await create(["subscriptions:read"]);
  expect((await call(web, "GET", "/v1/subscriptions", { key })).status).toBe(200);
  expect((await call(web, "POST", "/v1/events", { key, body: { type: "a", payload: 1 } })).status).toBe(403);
  const listed = (await browser.query("keys.list", { tenantId })).json.result.data;
  expect(listed[0]).toEqual({
    id,
    name: "CI",
    prefix: key.slice(0, 9),
    scopes: ["subscriptions:read"],
    created_at: expect.any(String),
    last_used_at: null,
    revoked_at: null,
  });
  const { rows } = await web.owner.query(
    "SELECT coalesce(string_agg(row_to_json(k)::text, ''), '') || (SELECT string_agg(row_to_json(a)::text, '') FROM audit_log a) AS text FROM api_keys k",
  );
  expect(rows[0].text).not.toContain(key.slice(9));
});

test("a revoked key is refused within a second, stays listed, and cannot be revived", async () => {
  const { key, id } = await create(["subscriptions:read"]);
  await browser.mutate("keys.revoke", { tenantId, keyId: id });
  await expect.poll(async () => (await call(web, "GET", "/v1/subscriptions", { key })).status, { timeout: 5_000 }).toBe(401);
  const revokedAt = (await browser.query("keys.list", { tenantId })).json.result.data.find(
    (one: { id: string }) => one.id === id,
  ).revoked_at;
  expect(revokedAt).not.toBeNull();
  expect((await browser.mutate("keys.revoke", { tenantId, keyId: id })).json.result.data.revoked_at).toBe(revokedAt);
});

test("making and revoking a key each leave one audit row", async () => {
  const { id } = await create(["events:write"], "Backend");
  await browser.mutate("keys.revoke", { tenantId, keyId: id });
  await browser.mutate("keys.revoke", { tenantId, keyId: id });
  const { rows } = await web.owner.query(
    "SELECT action, after->>'name' AS name FROM audit_log WHERE target_kind = 'api_key' AND actor_kind = 'user' ORDER BY id DESC LIMIT 2",
  );
  expect(rows).toEqual([
    { action: "api_key.revoke", name: "Backend" },
    { action: "api_key.create", name: "Backend" },
  ]);
});

test("a workspace has at most a hundred live keys, also when they are made at the same moment", async () => {
  const { rows } = await web.owner.query("SELECT count(*)::int AS n FROM api_keys WHERE tenant_id = $1 AND revoked_at IS NULL", [
    tenant.tenantId,
  ]);
  await web.owner.query(
    `INSERT INTO api_keys (id, tenant_id, name, prefix, hash, scopes) SELECT gen_random_uuid(), $1, 'x', 'hk_x', sha256(n::text::bytea), '{}' FROM generate_series(1, $2::int) n`,
    [tenant.tenantId, 97 - rows[0].n],
  );
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => browser.mutate("keys.create", { tenantId, name: "more", scopes: ["events:write"] })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(replies.find(({ status }) => status !== 200)?.json.error.data.problem).toBe("limit_reached");
});

import { publicId, type Role, roles } from "@hooklane/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "../../test-support/browser.ts";
import { call } from "../../test-support/call.ts";
import { joinTenant } from "../../test-support/join-tenant.ts";
import { serveDashboard } from "../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";
import type { CreatedTenant } from "../use-cases/tenants/create-tenant.ts";
import { appRouter } from "./router.ts";

const everybody = roles;
const developersUp: readonly Role[] = ["owner", "admin", "developer"];
const adminsUp: readonly Role[] = ["owner", "admin"];

/** Who may call what within a tenant. Written out, and not derived from what the product enforces. */
const allowed: Record<string, readonly Role[]> = {
  "endpoints.list": everybody,
  "endpoints.get": everybody,
  "endpoints.health": everybody,
  "endpoints.create": developersUp,
  "endpoints.update": developersUp,
  "endpoints.pause": developersUp,
  "endpoints.resume": developersUp,
  "endpoints.enable": developersUp,
  "endpoints.delete": developersUp,
  "secrets.list": everybody,
  "secrets.reveal": developersUp,
  "secrets.rotate": developersUp,
  "secrets.revokePrevious": developersUp,
  "keys.list": everybody,
  "keys.create": adminsUp,
  "keys.revoke": adminsUp,
  "tests.send": developersUp,
  "deliveries.list": everybody,
  "deliveries.get": everybody,
  "deliveries.replay": developersUp,
  "deliveries.replayMany": developersUp,
  "replays.plan": everybody,
  "replays.start": developersUp,
  "jobs.list": everybody,
  "jobs.get": everybody,
  "jobs.pause": developersUp,
  "jobs.resume": developersUp,
  "jobs.cancel": developersUp,
};

const endpoint = { url: "http://127.0.0.1:9/hook", event_types: ["*"] };
let web: StartedWeb;
let tenant: CreatedTenant;
const browsers = new Map<Role, Browser>();

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  tenant = await web.newTenant();
  for (const role of roles) browsers.set(role, await joinTenant(web, tenant.tenantId, role));
});
afterAll(() => web.stop());

/** A fresh endpoint, delivery and key, so that each call has something to work on. */
async function inputFor(path: string): Promise<Record<string, unknown>> {
  const tenantId = publicId("tenant", tenant.tenantId);
  if (path === "endpoints.create") return { tenantId, ...endpoint };
  if (path === "keys.create") return { tenantId, name: "CI", scopes: ["events:write"] };
  if (path === "keys.list" || path === "endpoints.list" || path === "deliveries.list" || path === "jobs.list") return { tenantId };
  if (path === "keys.revoke") {
    const { rows } = await web.owner.query("SELECT id FROM api_keys WHERE tenant_id = $1 ORDER BY id DESC LIMIT 1", [tenant.tenantId]);
    return { tenantId, keyId: publicId("key", rows[0].id) };
  }
  const created = await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body: endpoint });
  if (path.startsWith("deliveries.")) {
    const sent = await call(web, "POST", `/v1/subscriptions/${created.json.id}/test`, { key: tenant.apiKey });
    await web.owner.query("UPDATE deliveries SET state = 'dead', finished_at = now() WHERE state = 'pending'");
    if (path === "deliveries.replayMany") return { tenantId, deliveryIds: [sent.json.delivery_id] };
    return { tenantId, deliveryId: sent.json.delivery_id };
  }
  const range = { since: "2026-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" };
  if (path.startsWith("replays.")) return { tenantId, endpointId: created.json.id, ...range };
  if (path.startsWith("jobs.")) {
    const started = await call(web, "POST", `/v1/subscriptions/${created.json.id}/replay`, { key: tenant.apiKey, body: range });
    return { tenantId, jobId: started.json.job_id };
  }
  return { tenantId, endpointId: created.json.id, ...(path === "endpoints.update" && { description: "new" }) };
}

test("the matrix of roles has every procedure that is about a tenant", () => {
  const paths = Object.keys(appRouter._def.procedures).filter((path) => !["auth.signUp", "me.get"].includes(path));
  expect(Object.keys(allowed).sort()).toEqual(paths.sort());
});

test.each(Object.entries(allowed).filter(([path]) => path !== "keys.revoke"))("%s is for %j", async (path, who) => {
  const type = (appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)[path]?._def.type;
  for (const role of roles) {
    const browser = browsers.get(role) as Browser;
    const input = await inputFor(path);
    const reply = type === "query" ? await browser.query(path, input) : await browser.mutate(path, input);
    expect([role, reply.status]).toEqual([role, who.includes(role) ? 200 : 403]);
  }
});

test("keys.revoke is for owners and admins, and what is refused revokes nothing", async () => {
  const live = async () =>
    (await web.owner.query("SELECT count(*)::int AS n FROM api_keys WHERE tenant_id = $1 AND revoked_at IS NULL", [tenant.tenantId]))
      .rows[0].n;
  const before = await live();
  for (const role of ["viewer", "developer"] as const) {
    expect((await (browsers.get(role) as Browser).mutate("keys.revoke", await inputFor("keys.revoke"))).status).toBe(403);
  }
  expect(await live()).toBe(before);
  expect((await (browsers.get("admin") as Browser).mutate("keys.revoke", await inputFor("keys.revoke"))).status).toBe(200);
  expect(await live()).toBe(before - 1);
});

test("a refusal says which right is missing and leaves no audit row", async () => {
  const count = async () =>
    (await web.owner.query("SELECT count(*)::int AS n FROM audit_log WHERE tenant_id = $1", [tenant.tenantId])).rows[0].n;
  const input = await inputFor("secrets.rotate");
  const before = await count();
  const reply = await (browsers.get("viewer") as Browser).mutate("secrets.rotate", input);
  expect(reply.json.error.data).toMatchObject({
    code: "FORBIDDEN",
    problem: "forbidden",
    detail: expect.stringContaining("endpoints:write"),
  });
  expect(await count()).toBe(before);
});

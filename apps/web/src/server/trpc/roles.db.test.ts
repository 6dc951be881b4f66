import { randomUUID } from "node:crypto";
import { parsePublicId, publicId, type Role, roles } from "@hooklane/contracts";
import { createInvitation } from "@hooklane/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../../test-support/browser.ts";
import { call } from "../../test-support/call.ts";
import { joinTenant } from "../../test-support/join-tenant.ts";
import { openAlert } from "../../test-support/open-alert.ts";
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
  "endpoints.fault": everybody,
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
  "overview.get": everybody,
  "statistics.get": everybody,
  "tests.send": developersUp,
  "deliveries.list": everybody,
  "deliveries.get": everybody,
  "deliveries.replay": developersUp,
  "deliveries.replayMany": developersUp,
  "events.list": everybody,
  "events.get": everybody,
  "events.erasePayload": adminsUp,
  "eventTypes.list": everybody,
  "eventTypes.get": everybody,
  "eventTypes.create": developersUp,
  "eventTypes.update": developersUp,
  "eventTypes.volumes": everybody,
  "eventTypes.subscribers": everybody,
  "eventTypes.history": everybody,
  "inbox.get": everybody,
  "inbox.open": developersUp,
  "search.find": everybody,
  "replays.plan": everybody,
  "replays.start": developersUp,
  "jobs.list": everybody,
  "jobs.get": everybody,
  "jobs.setRate": developersUp,
  "jobs.pause": developersUp,
  "jobs.resume": developersUp,
  "jobs.cancel": developersUp,
  "alerts.list": everybody,
  "alerts.get": everybody,
  "alerts.count": everybody,
  "alerts.acknowledge": developersUp,
  "alerts.mute": developersUp,
  "alerts.reopen": developersUp,
  "alerts.resolve": developersUp,
  "notifications.get": everybody,
  "notifications.choose": everybody,
  "notifications.setDefault": adminsUp,
  "members.list": everybody,
  "members.changeRole": adminsUp,
  "members.remove": adminsUp,
  "members.leave": everybody,
  "invitations.create": adminsUp,
  "invitations.resend": adminsUp,
  "invitations.revoke": adminsUp,
  "audit.list": adminsUp,
  "workspace.rename": adminsUp,
  "workspace.delete": ["owner"],
  "workspace.keep": ["owner"],
};

/** What is about a person, or about nobody. */
const aboutNoTenant = /^(auth|me|account|sessions|twoFactor|support)\.|^workspace\.create$|^invitations\.(look|accept|join)$/;
/** What takes away what the other calls need; each has a test of its own. */
const tested = ["keys.revoke", "members.leave", "workspace.delete"];

const endpoint = { url: "http://127.0.0.1:9/hook", event_types: ["*"] };
let web: StartedWeb;
let tenant: CreatedTenant;
let made = 0;
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
  if (path === "eventTypes.create") return { tenantId, name: `made.by.t${made++}` };
  if (path === "search.find") return { tenantId, text: "order" };
  if (path === "eventTypes.subscribers" || path === "eventTypes.history") return { tenantId, name: "order.paid" };
  if (path === "eventTypes.get" || path === "eventTypes.update") {
    const name = `there.t${made++}`;
    await call(web, "POST", "/v1/event-types", { key: tenant.apiKey, body: { name } });
    return { tenantId, name, ...(path === "eventTypes.update" && { description: "new" }) };
  }
  if (path.startsWith("eventTypes.") || path.startsWith("inbox.") || path === "events.list") return { tenantId };
  if (path === "overview.get" || path === "keys.list" || path === "endpoints.list" || path === "deliveries.list" || path === "jobs.list")
    return { tenantId };
  if (path.startsWith("notifications.")) return { tenantId, ...(path !== "notifications.get" && { kind: "shedding", by_mail: true }) };
  if (path === "alerts.list" || path === "alerts.count") return { tenantId };
  if (path.startsWith("members.change") || path === "members.remove") {
    const { userId } = await web.newTenant();
    await web.owner.query("INSERT INTO memberships (tenant_id, user_id, role) VALUES ($1, $2, 'viewer')", [tenant.tenantId, userId]);
    return { tenantId, userId: publicId("user", userId), ...(path === "members.changeRole" && { role: "developer" }) };
  }
  if (path === "invitations.create") return { tenantId, email: "invited@example.com", role: "viewer" };
  if (path.startsWith("invitations.")) {
    const input = { tenantId: tenant.tenantId, email: `${randomUUID()}@example.com`, role: "viewer", invitedBy: tenant.userId } as const;
    const { id } = await web.container.db.$transaction((tx) =>
      createInvitation(tx, web.container.now(), { ...input, tokenHash: Buffer.from(input.email) }),
    );
    return { tenantId, invitationId: publicId("invitation", id) };
  }
  if (path === "workspace.rename") return { tenantId, name: "Another name" };
  if (["workspace.keep", "members.list", "audit.list"].includes(path)) return { tenantId };
  if (path === "keys.revoke") {
    const { rows } = await web.owner.query("SELECT id FROM api_keys WHERE tenant_id = $1 ORDER BY id DESC LIMIT 1", [tenant.tenantId]);
    return { tenantId, keyId: publicId("key", rows[0].id) };
  }
  const created = await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body: endpoint });
  if (path.startsWith("alerts.")) {
    const subscriptionId = parsePublicId("subscription", created.json.id) as string;
    const alertId = await openAlert(web.owner, subscriptionId);
    return { tenantId, alertId: publicId("alert", alertId), ...(path === "alerts.mute" && { hours: 1 }) };
  }
  if (path.startsWith("events.")) {
    const sent = await call(web, "POST", `/v1/subscriptions/${created.json.id}/test`, { key: tenant.apiKey });
    return { tenantId, eventId: sent.json.event_id };
  }
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
    return { tenantId, jobId: started.json.job_id, ...(path === "jobs.setRate" && { max_rate_per_second: 5 }) };
  }
  return { tenantId, endpointId: created.json.id, ...(path === "endpoints.update" && { description: "new" }) };
}

test("the matrix of roles has every procedure that is about a tenant", () => {
  const paths = Object.keys(appRouter._def.procedures).filter((path) => !aboutNoTenant.test(path));
  expect(Object.keys(allowed).sort()).toEqual(paths.sort());
});

test.each(Object.entries(allowed).filter(([path]) => !tested.includes(path)))("%s is for %j", async (path, who) => {
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

test("workspace.delete is for owners, and what is refused freezes nothing", async () => {
  const other = await web.newTenant();
  const tenantId = publicId("tenant", other.tenantId);
  for (const role of ["viewer", "developer", "admin"] as const) {
    const browser = await joinTenant(web, other.tenantId, role);
    expect((await browser.mutate("workspace.delete", { tenantId })).status).toBe(403);
  }
  const owner = new Browser(web);
  await owner.signIn(other.email, other.password);
  expect((await owner.query("me.get")).json.result.data.tenants[0].delete_at).toBeNull();
  expect((await owner.mutate("workspace.delete", { tenantId })).status).toBe(200);
});

test("members.leave is for every member but the last owner", async () => {
  const other = await web.newTenant();
  const tenantId = publicId("tenant", other.tenantId);
  for (const role of ["viewer", "developer", "admin", "owner"] as const) {
    const browser = await joinTenant(web, other.tenantId, role);
    expect((await browser.mutate("members.leave", { tenantId })).status).toBe(200);
    expect((await browser.query("members.list", { tenantId })).status).toBe(404);
  }
  const owner = new Browser(web);
  await owner.signIn(other.email, other.password);
  expect((await owner.mutate("members.leave", { tenantId })).status).toBe(422);
});

test("A9: a refusal says which right is missing, and leaves one row in the audit log, however often it is tried", async () => {
  const rows = async () =>
    (await web.owner.query("SELECT * FROM audit_log WHERE tenant_id = $1 AND after->>'call' = 'secrets.rotate'", [tenant.tenantId])).rows;
  const viewer = await joinTenant(web, tenant.tenantId, "viewer");
  const before = await rows();
  const input = await inputFor("secrets.rotate");
  const reply = await viewer.mutate("secrets.rotate", input);
  await viewer.mutate("secrets.rotate", input);
  expect(reply.json.error.data).toMatchObject({
    code: "FORBIDDEN",
    problem: "forbidden",
    detail: expect.stringContaining("secrets:write"),
  });
  const after = (await rows()).slice(before.length);
  expect(after).toHaveLength(1);
  expect(after[0]).toMatchObject({ action: "authorization.refuse", actor_kind: "user", correlation_id: reply.headers.get("x-request-id") });
});

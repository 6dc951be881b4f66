import { parsePublicId, publicId } from "@hooklane/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "../../rest/routes.ts";
import type { Browser } from "../../test-support/browser.ts";
import { call } from "../../test-support/call.ts";
import { everythingOf } from "../../test-support/everything-of.ts";
import { joinStaff, type StaffBrowser } from "../../test-support/join-staff.ts";
import { joinTenant } from "../../test-support/join-tenant.ts";
import { openAlert } from "../../test-support/open-alert.ts";
import { serveDashboard } from "../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";
import type { CreatedTenant } from "../use-cases/tenants/create-tenant.ts";
import { appRouter } from "./router.ts";

/**
 * What support staff may call while they visit a tenant. Written out, and not derived from what the product enforces.
 * - `reads`: on every visit
 * - `elevated`: refused until the visit is elevated
 * - `never`: refused on every visit
 * - `console`: the support console; read on a visit, too, and it changes nothing during one
 * - `visit`: what a visit is begun, elevated and ended by
 * - `anybody`: about no session at all
 */
const verdicts: Record<string, "reads" | "elevated" | "never" | "visit" | "console" | "anybody"> = {
  "auth.signUp": "anybody",
  "auth.confirmEmail": "anybody",
  "auth.options": "anybody",
  "auth.requestReset": "anybody",
  "auth.resetPassword": "anybody",
  "me.get": "reads",
  "me.setClock": "never",
  "overview.get": "reads",
  "statistics.get": "reads",
  "search.find": "reads",
  "account.get": "reads",
  "account.rename": "never",
  "account.changePassword": "never",
  "account.changeEmail": "never",
  "account.resendConfirmation": "never",
  "sessions.list": "reads",
  "sessions.revoke": "never",
  "sessions.revokeOthers": "never",
  "sessions.confirm": "never",
  "twoFactor.begin": "never",
  "twoFactor.enable": "never",
  "twoFactor.disable": "never",
  "twoFactor.renewCodes": "never",
  "workspace.create": "never",
  "workspace.rename": "never",
  "workspace.delete": "never",
  "workspace.keep": "never",
  "members.list": "reads",
  "members.changeRole": "never",
  "members.remove": "never",
  "members.leave": "never",
  "invitations.create": "never",
  "invitations.resend": "never",
  "invitations.revoke": "never",
  "invitations.look": "anybody",
  "invitations.accept": "never",
  "invitations.join": "anybody",
  "audit.list": "never", // it names what members did, and from where
  "endpoints.list": "reads",
  "endpoints.get": "reads",
  "endpoints.health": "reads",
  "endpoints.fault": "reads",
  "endpoints.create": "never", // its answer holds a signing secret
  "endpoints.update": "elevated",
  "endpoints.pause": "elevated",
  "endpoints.resume": "elevated",
  "endpoints.enable": "elevated",
  "endpoints.delete": "elevated",
  "secrets.list": "reads",
  "secrets.reveal": "never",
  "secrets.rotate": "never",
  "secrets.revokePrevious": "never",
  "keys.list": "reads",
  "keys.create": "never",
  "keys.revoke": "never",
  "tests.send": "elevated",
  "deliveries.list": "reads",
  "deliveries.get": "reads",
  "deliveries.replay": "elevated",
  "deliveries.replayMany": "elevated",
  "events.list": "reads",
  "events.get": "reads",
  "events.erasePayload": "never", // it cannot be undone
  "eventTypes.list": "reads",
  "eventTypes.get": "reads",
  "eventTypes.volumes": "reads",
  "eventTypes.subscribers": "reads",
  "eventTypes.history": "reads",
  "eventTypes.create": "elevated",
  "eventTypes.update": "elevated",
  "inbox.get": "reads",
  "inbox.open": "never", // its answer holds a signing secret
  "alerts.list": "reads",
  "alerts.get": "reads",
  "alerts.count": "reads",
  "alerts.acknowledge": "elevated",
  "alerts.mute": "elevated",
  "alerts.reopen": "elevated",
  "alerts.resolve": "elevated",
  "notifications.get": "reads",
  "notifications.choose": "never",
  "notifications.setDefault": "never",
  "replays.plan": "reads",
  "replays.start": "elevated",
  "jobs.list": "reads",
  "jobs.get": "reads",
  "jobs.setRate": "elevated",
  "jobs.pause": "elevated",
  "jobs.resume": "elevated",
  "jobs.cancel": "elevated",
  "support.startVisit": "visit",
  "support.elevateVisit": "visit",
  "support.stopVisit": "visit",
  "support.searchTenants": "console",
  "support.getTenant": "console",
  "support.fleet": "console",
  "support.jobQueues": "console",
  "support.retryJob": "console",
  "support.explain": "console",
  "support.changeLimits": "console",
  "support.hostLimits": "console",
  "support.setHostLimit": "console",
  "support.capacity": "console",
  "support.applyCapacity": "console",
  "support.outbox": "console",
  "support.readMail": "console",
};

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: "query" | "mutation" } }>).map(
  ([path, { _def }]) => [path, _def.type] as const,
);

const endpoint = { url: "http://127.0.0.1:9/hook", event_types: ["*"] };
const range = { since: "2026-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" };
const reason = "The customer reports failing deliveries";

let web: StartedWeb;
let tenant: CreatedTenant;
let tenantId: string;
let reading: StaffBrowser;
let elevated: StaffBrowser;
let made = 0;

async function visitor(isElevated: boolean): Promise<StaffBrowser> {
  const staff = await joinStaff(web);
  await staff.browser.mutate("support.startVisit", { tenantId, reason });
  if (isElevated) await staff.browser.mutate("support.elevateVisit", { reason });
  return staff;
}

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  tenant = await web.newTenant();
  tenantId = publicId("tenant", tenant.tenantId);
  [reading, elevated] = [await visitor(false), await visitor(true)];
});
afterAll(() => web.stop());

/** What each procedure is called with; fresh things, so that one call leaves the next something to work on. */
async function inputFor(path: string): Promise<Record<string, unknown>> {
  const [area, verb] = path.split(".");
  if (path === "me.setClock") return { utc: true };
  if (["me", "account", "sessions", "twoFactor", "support"].includes(area ?? "")) return {};
  if (path === "workspace.create" || path === "invitations.accept") return {};
  if (path === "workspace.rename") return { tenantId, name: "Taken over" };
  if (path === "workspace.delete" || path === "workspace.keep" || path === "members.leave") return { tenantId };
  if (path === "members.changeRole") return { tenantId, userId: publicId("user", tenant.userId), role: "viewer" };
  if (path === "members.remove") return { tenantId, userId: publicId("user", tenant.userId) };
  if (path === "invitations.create") return { tenantId, email: "mallory@example.com", role: "admin" };
  if (area === "invitations") return { tenantId, invitationId: publicId("invitation", tenant.tenantId) };
  if (path === "endpoints.create") return { tenantId, ...endpoint };
  if (path === "keys.create") return { tenantId, name: "CI", scopes: ["events:write"] };
  if (path === "keys.revoke") {
    const { rows } = await web.owner.query("SELECT id FROM api_keys WHERE tenant_id = $1 LIMIT 1", [tenant.tenantId]);
    return { tenantId, keyId: publicId("key", rows[0].id) };
  }
  if (path === "search.find") return { tenantId, text: "order" };
  if (path === "eventTypes.create") return { tenantId, name: `made.t${made++}` };
  if (path === "eventTypes.subscribers" || path === "eventTypes.history") return { tenantId, name: "order.paid" };
  if (path === "eventTypes.get" || path === "eventTypes.update") {
    const name = `there.t${made++}`;
    await call(web, "POST", "/v1/event-types", { key: tenant.apiKey, body: { name } });
    return { tenantId, name, ...(path === "eventTypes.update" && { description: "new" }) };
  }
  if (area === "notifications") return { tenantId, ...(verb !== "get" && { kind: "shedding", by_mail: true }) };
  if (["overview.get", "eventTypes.volumes", "inbox.get", "inbox.open", "alerts.count"].includes(path)) return { tenantId };
  if (verb === "list" && area !== "secrets") return { tenantId };
  const created = await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body: endpoint });
  const ofEndpoint = { tenantId, endpointId: created.json.id };
  if (path === "endpoints.update") return { ...ofEndpoint, description: "mended" };
  if (area === "replays") return { ...ofEndpoint, ...range };
  if (area === "alerts") {
    const alertId = await openAlert(web.owner, parsePublicId("subscription", created.json.id) as string);
    return { tenantId, alertId: publicId("alert", alertId), ...(verb === "mute" && { hours: 1 }) };
  }
  if (area === "events") {
    const sent = await call(web, "POST", `/v1/subscriptions/${created.json.id}/test`, { key: tenant.apiKey });
    return { tenantId, eventId: sent.json.event_id };
  }
  if (area === "deliveries") {
    const sent = await call(web, "POST", `/v1/subscriptions/${created.json.id}/test`, { key: tenant.apiKey });
    await web.owner.query("UPDATE deliveries SET state = 'dead', finished_at = now() WHERE id = $1", [
      parsePublicId("delivery", sent.json.delivery_id),
    ]);
    return path === "deliveries.replayMany"
      ? { tenantId, deliveryIds: [sent.json.delivery_id] }
      : { tenantId, deliveryId: sent.json.delivery_id };
  }
  if (area === "jobs") {
    const started = await call(web, "POST", `/v1/subscriptions/${created.json.id}/replay`, { key: tenant.apiKey, body: range });
    return { tenantId, jobId: started.json.job_id, ...(verb === "setRate" && { max_rate_per_second: 5 }) };
  }
  return ofEndpoint;
}

const send = (browser: Browser, path: string, type: "query" | "mutation", input: Record<string, unknown>) =>
  type === "query" ? browser.query(path, Object.keys(input).length === 0 ? undefined : input) : browser.mutate(path, input);

/** All that the tenant has; refusals are noted in its audit log, and nothing else is. */
async function everything(): Promise<unknown> {
  const rows = (await everythingOf(web, tenant.tenantId)) as Record<string, unknown>[][];
  const { rows: refusals } = await web.owner.query("SELECT id FROM audit_log WHERE tenant_id = $1 AND action = 'authorization.refuse'", [
    tenant.tenantId,
  ]);
  const noted = new Set(refusals.map(({ id }) => id));
  return rows.map((table) => table.filter(({ id }) => !noted.has(id)));
}

test("the matrix of visits has a row for every procedure, and none for others", () => {
  expect(Object.keys(verdicts).sort()).toEqual(procedures.map(([path]) => path).sort());
});

test("every procedure that changes something is refused, or needs the visit to be elevated, or is about the visit itself", () => {
  for (const [path, type] of procedures) if (type === "mutation") expect([path, verdicts[path]]).not.toEqual([path, "reads"]);
});

const judged = procedures.filter(([path]) => !["visit", "console", "anybody"].includes(verdicts[path] ?? ""));

test.each(judged)("C64: %s on a visit that is read-only", async (path, type) => {
  const input = await inputFor(path);
  const before = await everything();
  const reply = await send(reading.browser, path, type, input);
  if (verdicts[path] === "reads") return expect(reply.status).toBe(200);
  expect([reply.status, reply.json.error.data.problem]).toEqual([403, "forbidden"]);
  expect(await everything()).toEqual(before);
});

test.each(judged)("C64: %s on a visit that is elevated", async (path, type) => {
  const input = await inputFor(path);
  const before = await everything();
  const reply = await send(elevated.browser, path, type, input);
  if (verdicts[path] !== "never") return expect(reply.status).toBe(200);
  expect([reply.status, reply.json.error.data.problem]).toEqual([403, "forbidden"]);
  expect(await everything()).toEqual(before);
});

test("A9: what a visit is refused is noted in the tenant's log, with who tried it and for whom", async () => {
  const { rows } = await web.owner.query(
    "SELECT on_behalf_of, after FROM audit_log WHERE tenant_id = $1 AND actor_id = $2 AND action = 'authorization.refuse' AND after->>'call' = 'secrets.reveal'",
    [tenant.tenantId, reading.userId],
  );
  expect(rows).toEqual([{ on_behalf_of: tenant.tenantId, after: { call: "secrets.reveal", why: expect.stringContaining("never") } }]);
});

test("C64: no route of the API takes a session, with or without a visit", async () => {
  for (const { method, path, scope } of routes) {
    if (scope === null) continue;
    const url = path.replaceAll(/:[a-z]+/gi, "sub_00000000000000000000000000");
    const reply = await elevated.browser.request(method, url, method === "POST" || method === "PATCH" ? { body: {} } : {});
    expect([`${method} ${path}`, reply.status]).toEqual([`${method} ${path}`, 401]);
  }
});

test.each(procedures.filter(([path]) => verdicts[path] === "console"))(
  "C64: %s changes nothing while a visit is under way",
  async (path, type) => {
    for (const { browser } of [reading, elevated]) {
      const reply = await send(browser, path, type, await inputFor(path));
      const isRefused = reply.json?.error?.data.problem === "forbidden";
      expect([path, isRefused]).toEqual([path, type === "mutation"]);
    }
  },
);

const ofConsole = procedures.filter(([path]) => path.startsWith("support."));

test.each(ofConsole)("%s is for the support staff: owners find nothing there", async (path, type) => {
  const owner = await joinTenant(web, tenant.tenantId, "owner");
  expect((await send(owner, path, type, await inputFor(path))).status).toBe(404);
});

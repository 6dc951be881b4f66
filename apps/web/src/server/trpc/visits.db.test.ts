import { parsePublicId, publicId } from "@hooklane/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "../../rest/routes.ts";
import type { Browser } from "../../test-support/browser.ts";
import { call } from "../../test-support/call.ts";
import { everythingOf } from "../../test-support/everything-of.ts";
import { joinStaff, type StaffBrowser } from "../../test-support/join-staff.ts";
import { joinTenant } from "../../test-support/join-tenant.ts";
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
  "me.get": "reads",
  "endpoints.list": "reads",
  "endpoints.get": "reads",
  "endpoints.health": "reads",
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
  "replays.plan": "reads",
  "replays.start": "elevated",
  "jobs.list": "reads",
  "jobs.get": "reads",
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
  if (area === "me") return {};
  if (area === "support") return {};
  if (path === "endpoints.create") return { tenantId, ...endpoint };
  if (path === "keys.create") return { tenantId, name: "CI", scopes: ["events:write"] };
  if (path === "keys.revoke") {
    const { rows } = await web.owner.query("SELECT id FROM api_keys WHERE tenant_id = $1 LIMIT 1", [tenant.tenantId]);
    return { tenantId, keyId: publicId("key", rows[0].id) };
  }
  if (verb === "list" && area !== "secrets") return { tenantId };
  const created = await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body: endpoint });
  const ofEndpoint = { tenantId, endpointId: created.json.id };
  if (path === "endpoints.update") return { ...ofEndpoint, description: "mended" };
  if (area === "replays") return { ...ofEndpoint, ...range };
  if (area === "deliveries") {
    const sent = await call(web, "POST", `/v1/subscriptions/${created.json.id}/test`, { key: tenant.apiKey });
    await web.owner.query("UPDATE deliveries SET state = 'dead', finished_at = now() WHERE id = $1", [
      parsePublicId("delivery", sent.json.delivery_id),
    ]);
    return { tenantId, deliveryId: sent.json.delivery_id };
  }
  if (area === "jobs") {
    const started = await call(web, "POST", `/v1/subscriptions/${created.json.id}/replay`, { key: tenant.apiKey, body: range });
    return { tenantId, jobId: started.json.job_id };
  }
  return ofEndpoint;
}

const send = (browser: Browser, path: string, type: "query" | "mutation", input: Record<string, unknown>) =>
  type === "query" ? browser.query(path, path === "me.get" ? undefined : input) : browser.mutate(path, input);

test("the matrix of visits has a row for every procedure, and none for others", () => {
  expect(Object.keys(verdicts).sort()).toEqual(procedures.map(([path]) => path).sort());
});

test("every procedure that changes something is refused, or needs the visit to be elevated, or is about the visit itself", () => {
  for (const [path, type] of procedures) if (type === "mutation") expect([path, verdicts[path]]).not.toEqual([path, "reads"]);
});

const judged = procedures.filter(([path]) => !["visit", "console", "anybody"].includes(verdicts[path] ?? ""));

test.each(judged)("C64: %s on a visit that is read-only", async (path, type) => {
  const input = await inputFor(path);
  const before = await everythingOf(web, tenant.tenantId);
  const reply = await send(reading.browser, path, type, input);
  if (verdicts[path] === "reads") return expect(reply.status).toBe(200);
  expect([reply.status, reply.json.error.data.problem]).toEqual([403, "forbidden"]);
  expect(await everythingOf(web, tenant.tenantId)).toEqual(before);
});

test.each(judged)("C64: %s on a visit that is elevated", async (path, type) => {
  const input = await inputFor(path);
  const before = await everythingOf(web, tenant.tenantId);
  const reply = await send(elevated.browser, path, type, input);
  if (verdicts[path] !== "never") return expect(reply.status).toBe(200);
  expect([reply.status, reply.json.error.data.problem]).toEqual([403, "forbidden"]);
  expect(await everythingOf(web, tenant.tenantId)).toEqual(before);
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

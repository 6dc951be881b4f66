import { publicId } from "@hooklane/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { call } from "../../../test-support/call.ts";
import { joinStaff } from "../../../test-support/join-staff.ts";
import { joinTenant } from "../../../test-support/join-tenant.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";
import { setStaff } from "./set-staff.ts";

const reason = "The customer reports failing deliveries";

let web: StartedWeb;
let tenant: CreatedTenant;
let tenantId: string;
beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  tenant = await web.newTenant();
  tenantId = publicId("tenant", tenant.tenantId);
});
afterAll(() => web.stop());

const start = (browser: Browser, input: object = {}) => browser.mutate("support.startVisit", { tenantId, reason, ticket: "T-1", ...input });
const seesTenant = async (browser: Browser) => (await browser.query("endpoints.list", { tenantId })).status;
const me = async (browser: Browser) => (await browser.query("me.get")).json.result.data;

/** The same browser, with the cookies it has now. */
function copyOf(browser: Browser): Browser {
  const copy = new Browser(web);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

const rowsOf = async (userId: string) =>
  (
    await web.owner.query(
      "SELECT tenant_id, actor_id, on_behalf_of, action, after FROM audit_log WHERE actor_id = $1 AND tenant_id = $2 ORDER BY id",
      [userId, tenant.tenantId],
    )
  ).rows;

test("C64: a visit reads the tenant and nothing else, not even the staff member's own", async () => {
  const { browser, tenantId: own } = await joinStaff(web);
  expect(await seesTenant(browser)).toBe(404);
  expect((await start(browser)).status).toBe(200);
  expect(await seesTenant(browser)).toBe(200);
  expect((await browser.query("endpoints.list", { tenantId: publicId("tenant", own) })).status).toBe(404);
  expect(await me(browser)).toMatchObject({
    staff: true,
    tenants: [{ id: tenantId, role: "viewer" }],
    visit: { tenant_id: tenantId, reason, ticket: "T-1", elevated: false, rights: [] },
  });
  expect((await browser.mutate("support.stopVisit", {})).status).toBe(200);
  expect(await seesTenant(browser)).toBe(404);
  expect((await me(browser)).visit).toBeNull();
});

test("C64: each change of a visit gives the session a new id, and the one before is nobody's", async () => {
  const { browser } = await joinStaff(web);
  const beforeVisit = copyOf(browser);
  await start(browser);
  const onVisit = copyOf(browser);
  await browser.mutate("support.elevateVisit", { reason: "Asked to resume the endpoint" });
  const elevated = copyOf(browser);
  await browser.mutate("support.stopVisit", {});
  for (const old of [beforeVisit, onVisit, elevated]) expect((await old.query("me.get")).status).toBe(401);
  expect((await me(browser)).visit).toBeNull();
});

test("C64: no visit leads into another, not even in one batch or by two requests at once", async () => {
  const { browser } = await joinStaff(web);
  const second = publicId("tenant", (await web.newTenant()).tenantId);
  const [one, two] = [copyOf(browser), copyOf(browser)];
  const both = await Promise.all([start(one), start(two, { tenantId: second })]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  const visitor = both[0]?.status === 200 ? one : two;
  expect((await start(visitor, { tenantId: second })).json.error.data).toMatchObject({ problem: "forbidden" });

  const { browser: fresh } = await joinStaff(web);
  const batchOf = (paths: string[], inputs: object[]) =>
    fresh.request("POST", `/api/trpc/${paths.join(",")}?batch=1`, { body: { ...inputs } });
  const problemsOf = (reply: { json: { error?: { data: { problem: string } } }[] }) => reply.json.map((one) => one.error?.data.problem);
  // Each call of a batch is made by who asked for the batch: never one half before, one half on the visit
  const begun = await batchOf(
    ["support.startVisit", "keys.create"],
    [
      { tenantId, reason },
      { tenantId, name: "mine", scopes: ["events:write"] },
    ],
  );
  expect(problemsOf(begun)).toEqual([undefined, "not_found"]);
  const switched = await batchOf(["support.stopVisit", "support.startVisit"], [{}, { tenantId: second, reason }]);
  expect(problemsOf(switched)).toEqual([undefined, "forbidden"]);
});

test("C64: a tenant that one of the staff belongs to, a deleted one and an unknown one are not visited", async () => {
  const { browser } = await joinStaff(web);
  const other = await joinStaff(web);
  expect((await start(browser, { tenantId: publicId("tenant", other.tenantId) })).status).toBe(403);
  const gone = await web.newTenant();
  await web.owner.query("UPDATE tenants SET deleted_at = now() WHERE id = $1", [gone.tenantId]);
  expect((await start(browser, { tenantId: publicId("tenant", gone.tenantId) })).status).toBe(404);
  expect((await start(browser, { tenantId: publicId("tenant", "0193b1f0-7a5e-7cc1-8d2e-000000000000") })).status).toBe(404);
});

test.each(["", "       ", "because"])("a visit needs a reason that says something: %j is refused", async (short) => {
  const { browser } = await joinStaff(web);
  expect((await start(browser, { reason: short })).json.error.data.fieldErrors.reason).toMatch(/8 characters/);
});

test("C64: a visit is over after its time at the next request, and leaves a plain session", async () => {
  const { browser, userId } = await joinStaff(web);
  await start(browser);
  await browser.mutate("support.elevateVisit", { reason: "Asked to resume the endpoint" });
  const { rows } = await web.owner.query("SELECT ends_at, ends_at - started_at AS span FROM support_visits WHERE staff_id = $1", [userId]);
  expect(rows[0].span.minutes).toBe(30);
  await web.owner.query(
    "UPDATE support_visits SET started_at = started_at - interval '31 minutes', ends_at = ends_at - interval '31 minutes' WHERE staff_id = $1",
    [userId],
  );
  expect(await seesTenant(browser)).toBe(404);
  expect(await me(browser)).toMatchObject({ staff: true, visit: null });
  expect((await rowsOf(userId)).at(-1)).toMatchObject({ action: "support.visit_end", after: { ended_by: "expired", was_elevated: true } });
  const { rows: ends } = await web.owner.query(
    "SELECT a.at, v.ended_at FROM audit_log a JOIN support_visits v ON v.id = a.visit_id WHERE v.staff_id = $1 AND a.action = 'support.visit_end'",
    [userId],
  );
  const limit = new Date(rows[0].ends_at.getTime() - 31 * 60_000);
  expect(ends).toEqual([{ at: limit, ended_at: limit }]);
  expect((await start(browser)).status).toBe(200);
});

test("no visit is longer than 30 minutes, whoever writes it", async () => {
  const { browser, userId } = await joinStaff(web);
  await start(browser);
  await expect(
    web.owner.query("UPDATE support_visits SET ends_at = ends_at + interval '1 minute' WHERE staff_id = $1", [userId]),
  ).rejects.toThrow("support_visits_span_check");
});

test("C64: a visit ends with the rights of either account", async () => {
  const revoked = await joinStaff(web);
  await start(revoked.browser);
  const change = await setStaff({ db: web.container.db, now: web.container.now }, revoked.email, false);
  expect(change).toMatchObject({ changed: true, endedSessions: 1 });
  expect(await seesTenant(revoked.browser)).toBe(401);
  expect((await rowsOf(revoked.userId)).at(-1)).toMatchObject({ action: "support.visit_end", after: { ended_by: "staff_revoked" } });

  const demoted = await joinStaff(web);
  await start(demoted.browser);
  await web.owner.query("UPDATE users SET staff = false WHERE id = $1", [demoted.userId]);
  expect(await seesTenant(demoted.browser)).toBe(404);

  const disabled = await joinStaff(web);
  await start(disabled.browser);
  await web.owner.query("UPDATE users SET disabled_at = now() WHERE id = $1", [disabled.userId]);
  expect(await seesTenant(disabled.browser)).toBe(401);

  const visited = await web.newTenant();
  const left = await joinStaff(web);
  await start(left.browser, { tenantId: publicId("tenant", visited.tenantId) });
  await web.owner.query("UPDATE tenants SET deleted_at = now() WHERE id = $1", [visited.tenantId]);
  expect((await left.browser.query("endpoints.list", { tenantId: publicId("tenant", visited.tenantId) })).status).toBe(404);
  expect((await me(left.browser)).visit).toBeNull();
});

test("a visit ends when its session is signed out", async () => {
  const { browser, userId } = await joinStaff(web);
  await start(browser);
  const kept = copyOf(browser);
  await browser.signOut();
  expect((await kept.query("me.get")).status).toBe(401);
  expect((await rowsOf(userId)).at(-1)).toMatchObject({ action: "support.visit_end", after: { ended_by: "signed_out" } });
});

test("C64: every audit row of a visit names who did it and for whom, and the tenant's log holds it", async () => {
  const created = await call(web, "POST", "/v1/subscriptions", {
    key: tenant.apiKey,
    body: { url: "http://127.0.0.1:9/hook", event_types: ["*"] },
  });
  const { browser, userId } = await joinStaff(web);
  await start(browser);
  await browser.mutate("support.elevateVisit", { reason: "Asked to pause the endpoint" });
  expect((await browser.mutate("endpoints.pause", { tenantId, endpointId: created.json.id })).status).toBe(200);
  await browser.mutate("support.stopVisit", {});
  const rows = await rowsOf(userId);
  expect(rows.map(({ action }) => action)).toEqual([
    "support.visit_start",
    "support.visit_elevate",
    "subscription.pause",
    "support.visit_end",
  ]);
  for (const row of rows) expect(row).toMatchObject({ tenant_id: tenant.tenantId, actor_id: userId, on_behalf_of: tenant.tenantId });
  expect(rows[0].after).toMatchObject({ reason, ticket: "T-1", ends_at: expect.any(String) });
});

test("a visit is elevated once, and only while it is under way", async () => {
  const { browser } = await joinStaff(web);
  const elevate = () => browser.mutate("support.elevateVisit", { reason: "Asked to resume the endpoint" });
  expect((await elevate()).status).toBe(403);
  await start(browser);
  expect((await elevate()).status).toBe(200);
  expect((await me(browser)).visit).toMatchObject({ elevated: true, rights: expect.arrayContaining(["endpoints:write"]) });
  expect((await elevate()).status).toBe(403);
});

test("even elevated, a visit sends no events elsewhere and sets no headers", async () => {
  const created = await call(web, "POST", "/v1/subscriptions", {
    key: tenant.apiKey,
    body: { url: "http://127.0.0.1:9/hook", event_types: ["*"] },
  });
  const { browser } = await joinStaff(web);
  await start(browser);
  await browser.mutate("support.elevateVisit", { reason: "Asked to mend the endpoint" });
  const update = async (patch: object) =>
    (await browser.mutate("endpoints.update", { tenantId, endpointId: created.json.id, ...patch })).status;
  expect(await update({ url: "http://127.0.0.2:9/elsewhere" })).toBe(403);
  expect(await update({ url: "http://127.0.0.1:9/hook?token=mine" })).toBe(403);
  expect(await update({ custom_headers: { authorization: "Bearer mine" } })).toBe(403);
  expect(await update({ description: "Mended by support" })).toBe(200);
});

test("nobody but the staff sees that there is a console", async () => {
  const member = await joinTenant(web, tenant.tenantId, "owner");
  const reply = await start(member);
  expect(reply.status).toBe(404);
  expect((await member.mutate("support.stopVisit", {})).status).toBe(404);
  expect(await me(member)).toMatchObject({ staff: false, visit: null });
});

test("C63: rights of the staff begin and end with a new sign-in", async () => {
  const person = await web.newTenant();
  const browser = new Browser(web);
  await browser.signIn(person.email, person.password);
  await setStaff({ db: web.container.db, now: web.container.now }, person.email, true);
  expect((await browser.query("me.get")).status).toBe(401);
  await browser.signIn(person.email, person.password);
  expect(await me(browser)).toMatchObject({ staff: true });
  const { rows } = await web.owner.query(
    "SELECT actor_kind, action, target_id FROM audit_log WHERE action LIKE 'staff.%' AND target_id = $1",
    [person.userId],
  );
  expect(rows).toEqual([{ actor_kind: "operator", action: "staff.grant", target_id: person.userId }]);
});

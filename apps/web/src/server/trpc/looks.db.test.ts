import { looks, parsePublicId, publicId } from "@hooklane/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../../test-support/browser.ts";
import { call } from "../../test-support/call.ts";
import { joinStaff, type StaffBrowser } from "../../test-support/join-staff.ts";
import { openAlert } from "../../test-support/open-alert.ts";
import { serveDashboard } from "../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";
import type { CreatedTenant } from "../use-cases/tenants/create-tenant.ts";
import { appRouter } from "./router.ts";

/** What is about a person, about nobody, or of the support console. */
const aboutNoTenant = /^(auth|me|account|sessions|twoFactor|support)\.|^workspace\.create$|^invitations\.(look|accept|join)$/;
const queries = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)
  .filter(([path, { _def }]) => _def.type === "query" && !aboutNoTenant.test(path))
  .map(([path]) => path);
/** What a visit is refused: it is in the log as a refusal. */
const refused = ["audit.list"];

let web: StartedWeb;
let tenant: CreatedTenant;
let tenantId: string;
let staff: StaffBrowser;
let owner: Browser;
let visitId: string;
/** One of everything, made before the visit. */
const ids: Record<"endpoint" | "delivery" | "event" | "job" | "alert", string> = {
  endpoint: "",
  delivery: "",
  event: "",
  job: "",
  alert: "",
};

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  tenant = await web.newTenant();
  tenantId = publicId("tenant", tenant.tenantId);
  const post = (path: string, body?: object) => call(web, "POST", path, { key: tenant.apiKey, ...(body && { body }) });
  ids.endpoint = (await post("/v1/subscriptions", { url: "http://127.0.0.1:9/hook", event_types: ["*"] })).json.id;
  const sent = await post(`/v1/subscriptions/${ids.endpoint}/test`);
  ids.delivery = sent.json.delivery_id;
  ids.event = sent.json.event_id;
  const job = await post(`/v1/subscriptions/${ids.endpoint}/replay`, { since: "2026-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" });
  ids.job = job.json.job_id;
  ids.alert = publicId("alert", await openAlert(web.owner, parsePublicId("subscription", ids.endpoint) as string));
  await post("/v1/event-types", { name: "order.paid" });
  staff = await joinStaff(web);
  await staff.browser.mutate("support.startVisit", { tenantId, reason: "The customer reports failing deliveries" });
  visitId = (await web.owner.query("SELECT id FROM support_visits WHERE staff_id = $1", [staff.userId])).rows[0].id;
  owner = new Browser(web);
  await owner.signIn(tenant.email, tenant.password);
});
afterAll(() => web.stop());

function inputFor(path: string): Record<string, unknown> {
  const ofEndpoint = { tenantId, endpointId: ids.endpoint };
  if (path === "search.find") return { tenantId, text: "order" };
  if (["eventTypes.get", "eventTypes.history", "eventTypes.subscribers"].includes(path)) return { tenantId, name: "order.paid" };
  if (path === "deliveries.get") return { tenantId, deliveryId: ids.delivery };
  if (path === "events.get") return { tenantId, eventId: ids.event };
  if (path === "jobs.get") return { tenantId, jobId: ids.job };
  if (path === "alerts.get") return { tenantId, alertId: ids.alert };
  if (path === "replays.plan") return { ...ofEndpoint, since: "2026-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" };
  if (["endpoints.get", "endpoints.health", "endpoints.fault", "secrets.list", "statistics.get"].includes(path)) return ofEndpoint;
  return { tenantId };
}

interface LookRow {
  action: string;
  actor_id: string;
  on_behalf_of: string;
  visit_id: string;
  target_kind: string;
  target_id: string | null;
  after: { call: string };
}

const rows = async (): Promise<LookRow[]> =>
  (
    await web.owner.query<LookRow>("SELECT * FROM audit_log WHERE tenant_id = $1 AND action = 'support.look' ORDER BY id", [
      tenant.tenantId,
    ])
  ).rows;

test("every query about a tenant has words for the look at it", () => {
  expect(Object.keys(looks).sort()).toEqual([...queries].sort());
});

test.each(queries.filter((path) => !refused.includes(path)))(
  "C64: %s leaves one row on a visit, however often it is read",
  async (path) => {
    const input = inputFor(path);
    const before = await rows();
    await Promise.all([staff.browser.query(path, input), staff.browser.query(path, input)]);
    expect((await staff.browser.query(path, input)).status).toBe(200);
    const [row, ...more] = (await rows()).slice(before.length);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      actor_id: staff.userId,
      on_behalf_of: tenant.tenantId,
      visit_id: visitId,
      target_id: expect.any(String),
      after: { call: path },
    });
  },
);

test.each(queries)("%s leaves no such row for a member", async (path) => {
  const before = await rows();
  expect((await owner.query(path, inputFor(path))).status).toBe(200);
  expect(await rows()).toEqual(before);
});

test.each(refused)("%s is refused on a visit, and so not looked at", async (path) => {
  const before = await rows();
  expect((await staff.browser.query(path, inputFor(path))).status).toBe(403);
  expect(await rows()).toEqual(before);
});

test("C64: two things looked at are two rows, what was not found is none, and another visit begins anew", async () => {
  const other = await call(web, "POST", "/v1/subscriptions", {
    key: tenant.apiKey,
    body: { url: "http://127.0.0.1:9/b", event_types: ["*"] },
  });
  const before = await rows();
  await staff.browser.query("endpoints.get", { tenantId, endpointId: other.json.id });
  await staff.browser.query("endpoints.get", { tenantId, endpointId: "sub_00000000000000000000000000" });
  expect((await rows()).slice(before.length)).toMatchObject([
    { target_kind: "subscription", target_id: parsePublicId("subscription", other.json.id) },
  ]);
  const second = await joinStaff(web);
  await second.browser.mutate("support.startVisit", { tenantId, reason: "The same again by a colleague" });
  await second.browser.query("endpoints.get", { tenantId, endpointId: other.json.id });
  expect((await rows()).at(-1)).toMatchObject({ actor_id: second.userId, target_id: parsePublicId("subscription", other.json.id) });
});

test("the owner reads all of one visit together, with the names of what was looked at", async () => {
  const visit = publicId("visit", visitId);
  const { data } = (await owner.query("audit.list", { tenantId, visit, limit: 250 })).json.result.data;
  expect(data.at(-1)).toMatchObject({ action: "support.visit_start", visit });
  expect(data.every((entry: { visit: string }) => entry.visit === visit)).toBe(true);
  const find = (path: string) => data.find(({ after }: { after: { call?: string } | null }) => after?.call === path);
  expect(find("endpoints.get")).toMatchObject({
    actor: { name: staff.email },
    target: { kind: "subscription", name: expect.stringMatching(/./) },
  });
  expect(find("eventTypes.get")).toMatchObject({ target: { kind: "event_type", name: "order.paid" } });
  expect((await owner.query("audit.list", { tenantId, visit: "vis_nonsense" })).status).toBe(400);
});

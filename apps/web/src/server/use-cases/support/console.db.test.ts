import { parsePublicId, publicId } from "@hooklane/contracts";
import { uuidV7 } from "@hooklane/db";
import { waitFor } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../../../test-support/call.ts";
import { joinStaff, type StaffBrowser } from "../../../test-support/join-staff.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";

let web: StartedWeb;
let staff: StaffBrowser;
let tenant: CreatedTenant;
let tenantId: string;
let endpointId: string;
let ids: Record<string, string>;

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  staff = await joinStaff(web);
  tenant = await web.newTenant("free");
  tenantId = publicId("tenant", tenant.tenantId);
  await web.owner.query("UPDATE tenants SET name = 'Zebra 100% Freight' WHERE id = $1", [tenant.tenantId]);
  const body = { url: "http://127.0.0.1:9/hook?token=canary", event_types: ["*"] };
  endpointId = (await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body })).json.id;
  const sent = await call(web, "POST", `/v1/subscriptions/${endpointId}/test`, { key: tenant.apiKey });
  const { rows } = await web.owner.query("SELECT id FROM api_keys WHERE tenant_id = $1", [tenant.tenantId]);
  ids = {
    tenant: tenantId,
    user: publicId("user", tenant.userId),
    subscription: endpointId,
    delivery: sent.json.delivery_id,
    event: sent.json.event_id,
    key: publicId("key", rows[0].id),
  };
});
afterAll(() => web.stop());

const read = async (path: string, input?: object) => (await staff.browser.query(`support.${path}`, input)).json.result?.data;
const auditOf = async (action: string) =>
  (await web.owner.query("SELECT tenant_id, actor_id, before, after FROM audit_log WHERE action = $1 ORDER BY id", [action])).rows;

test.each(["tenant", "user", "subscription", "delivery", "event", "key"])("a tenant is found by the id of its %s", async (kind) => {
  expect(await read("searchTenants", { text: ` ${ids[kind]} ` })).toMatchObject({
    taken_for: `${kind === "subscription" ? "subscription" : kind} id`,
    tenants: [{ id: tenantId, owner_email: tenant.email, plan: "free" }],
  });
});

test("a tenant is found by a part of its name or of a member's address, and by the beginning of a key or a whole key", async () => {
  const found = async (text: string) => (await read("searchTenants", { text })).tenants.map(({ id }: { id: string }) => id);
  expect(await found("zebra 100%")).toEqual([tenantId]);
  expect(await found("zebra_100%")).toEqual([]); // no pattern of its own
  expect(await found(tenant.email.toUpperCase())).toEqual([tenantId]);
  const { rows } = await web.owner.query("SELECT prefix FROM api_keys WHERE tenant_id = $1", [tenant.tenantId]);
  expect(await found(rows[0].prefix)).toEqual([tenantId]);
  expect(await found(tenant.apiKey)).toEqual([tenantId]);
  expect(await found("dlv_unknown")).toEqual([]);
  expect((await found("")).includes(tenantId)).toBe(true);
});

test("a tenant's page tells its limits, what happened in a day, and what is wrong, and holds no credential", async () => {
  const uuid = parsePublicId("subscription", endpointId);
  await web.owner.query(
    `INSERT INTO rollup_hours (subscription_id, bucket, succeeded, failed, delivered, dead) VALUES
       ($1, date_trunc('hour', now() - interval '5 hours'), 7, 3, 7, 1), ($1, date_trunc('hour', now() - interval '30 hours'), 100, 100, 100, 100)`,
    [uuid],
  );
  await web.owner.query(
    "INSERT INTO rollup_minutes (subscription_id, bucket, succeeded, delivered) VALUES ($1, date_trunc('minute', now()), 2, 2)",
    [uuid],
  );
  await web.owner.query("UPDATE subscriptions SET state = 'disabled', disabled_reason = 'gone' WHERE id = $1", [uuid]);
  const view = await read("getTenant", { tenantId });
  expect(view).toMatchObject({
    name: "Zebra 100% Freight",
    plan: "free",
    override: {},
    limits: { lane_cap: 20, shed_deliveries: null },
    owners: [tenant.email],
    has_staff: false,
    endpoints: { active: 0, paused: 0, disabled: 1 },
    day: { delivered: 9, dead: 1, succeeded: 9, failed: 3 },
    troubled: [{ id: endpointId, state: "disabled", disabled_reason: "gone", circuit: "closed" }],
  });
  expect(JSON.stringify(view)).not.toContain("canary");
});

test("limits that staff change hold for the tenant, with an audit row in the tenant's own log", async () => {
  const change = (input: object) => staff.browser.mutate("support.changeLimits", { tenantId, ...input });
  const wanted = { plan: "team", override: { lane_cap: 150, ingest_per_s: null }, reason: "Black Friday" };
  expect((await change(wanted)).json.result.data).toEqual({ changed: true });
  expect((await change(wanted)).json.result.data).toEqual({ changed: false });
  expect(await read("getTenant", { tenantId })).toMatchObject({ plan: "team", override: { lane_cap: 150 }, limits: { lane_cap: 150 } });
  expect(await auditOf("tenant.set_limits")).toEqual([
    {
      tenant_id: tenant.tenantId,
      actor_id: staff.userId,
      before: { plan: "free", override: {} },
      after: { plan: "team", override: { lane_cap: 150 }, reason: "Black Friday" },
    },
  ]);
  // What is known of a key is kept for a moment
  await waitFor(
    async () => (await call(web, "GET", "/v1/limits", { key: tenant.apiKey })).json.requests_in_flight_per_subscription === 150,
    { what: "the API to tell the new limit" },
  );
  for (const override of [{ lane_cap: 0 }, { lane_cap: 1.5 }, { lane_cap: -4 }, { unknown: 3 }])
    expect((await change({ ...wanted, override })).status).toBe(400);
});

test("a host's cap is set and lifted, each time with an audit row", async () => {
  const set = (cap: number | null) =>
    staff.browser.mutate("support.setHostLimit", { host: "API.example.com:443", cap, note: "asked by them" });
  expect((await set(5)).status).toBe(200);
  expect(await read("hostLimits")).toMatchObject([{ host: "api.example.com:443", cap: 5, note: "asked by them" }]);
  expect((await set(null)).status).toBe(200);
  expect(await read("hostLimits")).toEqual([]);
  expect((await auditOf("host.set_limit")).map(({ before, after }) => [before.cap, after.cap])).toEqual([
    [null, 5],
    [5, null],
  ]);
  expect((await staff.browser.mutate("support.setHostLimit", { host: "https://api.example.com/", cap: 5 })).status).toBe(400);
});

test("a job that has failed is shown with its error and tried again once asked, which is recorded", async () => {
  const { rows } = await web.owner.query(
    `INSERT INTO pgboss.job (id, name, data, state, output, completed_on, retry_count, retry_limit)
     VALUES (gen_random_uuid(), 'recount', '{}', 'failed', '{"message": "out of luck", "stack": "at secret place"}', now(), 3, 3) RETURNING id`,
  );
  const [{ id }] = rows;
  const shown = await read("jobQueues");
  expect(shown.queues.find(({ name }: { name: string }) => name === "recount")).toMatchObject({ failed: 1 });
  expect(shown.troubled).toMatchObject([{ id, queue: "recount", state: "failed", error: "out of luck", retries: 3 }]);
  expect((await staff.browser.mutate("support.retryJob", { queue: "recount", id })).status).toBe(200);
  const state = await web.owner.query("SELECT state::text AS state FROM pgboss.job WHERE id = $1", [id]);
  expect(state.rows).toEqual([{ state: "retry" }]);
  expect((await staff.browser.mutate("support.retryJob", { queue: "recount", id })).status).toBe(404);
  expect(await auditOf("job.retry")).toMatchObject([{ tenant_id: null, actor_id: staff.userId, after: { queue: "recount" } }]);
});

test("the workers' page tells who lives, what they own, and which circuits are open", async () => {
  const worker = uuidV7(Date.now());
  const silent = uuidV7(Date.now());
  await web.owner.query(
    "INSERT INTO workers (id, incarnation, hostname, pid, heartbeat_at) VALUES ($1, $1, 'live', 1, now()), ($2, $2, 'silent', 2, now() - interval '1 hour')",
    [worker, silent],
  );
  await web.owner.query("UPDATE shards SET owner = $1 WHERE shard < 1000", [worker]);
  await web.owner.query("UPDATE shards SET owner = $1 WHERE shard >= 1000", [silent]);
  const uuid = parsePublicId("subscription", endpointId);
  const state = { circuit: { phase: "open", level: 0, until: Date.now() + 60_000, changedAt: Date.now() } };
  const live = { worker, lane: { inFlight: 3 } };
  await web.owner.query("INSERT INTO lane_states (subscription_id, state, live) VALUES ($1, $2, $3)", [uuid, state, live]);
  expect(await read("fleet")).toMatchObject({
    workers: [
      { id: worker, state: "live", shards: 1_000, lanes: 1, in_flight: 3 },
      { id: silent, state: "silent", shards: 24 },
    ],
    unowned_shards: 24,
    leases: { open: 0, expired: 0, oldest_expired_at: null },
    circuits: [{ scope: "endpoint", endpoint_id: endpointId, tenant: { id: tenantId } }],
  });
});

test("what the review of capacity found is applied to the tenant's plan, once, and is then no longer listed", async () => {
  await web.owner.query("UPDATE tenants SET plan = 'free', plan_override = NULL WHERE id = $1", [tenant.tenantId]);
  await web.owner.query(
    "INSERT INTO capacity_findings (subscription_id, tenant_id, arrival_per_s, latency_p99_ms, needed, cap) VALUES ($1, $2, 30, 1000, 34, 20)",
    [parsePublicId("subscription", endpointId), tenant.tenantId],
  );
  expect(await read("capacity")).toMatchObject([{ endpoint_id: endpointId, needed: 34, cap: 20, tenant: { id: tenantId, plan: "free" } }]);
  const apply = () => staff.browser.mutate("support.applyCapacity", { endpointId });
  expect((await apply()).json.result.data).toEqual({ lane_cap: 34 });
  expect(await read("capacity")).toEqual([]);
  expect((await apply()).status).toBe(409);
  expect((await auditOf("tenant.set_limits")).at(-1)).toMatchObject({
    tenant_id: tenant.tenantId,
    after: { override: { lane_cap: 34 }, reason: expect.stringContaining(endpointId) },
  });
});

test("C68: a mail is read as it was written, is found by its recipient, and every look at it is recorded", async () => {
  const hostile = "<script>alert(1)</script>";
  await web.owner.query(
    "INSERT INTO mails (id, tenant_id, kind, recipient, subject, text, html) VALUES ($1, $2, 'account-notice', 'ada@example.com', 'Hello', $3, $3)",
    [uuidV7(Date.now()), tenant.tenantId, hostile],
  );
  expect(await read("outbox", { recipient: "nobody@" })).toEqual([]);
  const [mail] = await read("outbox", { recipient: "ADA@" });
  expect(mail).toMatchObject({ to: "ada@example.com", subject: "Hello", state: "waiting", tenant_id: tenantId });
  expect(mail).not.toHaveProperty("text");
  const opened = await staff.browser.mutate("support.readMail", { id: mail.id });
  expect(opened.json.result.data).toMatchObject({ text: hostile, html: hostile });
  expect(await auditOf("support.read_mail")).toMatchObject([
    { tenant_id: tenant.tenantId, actor_id: staff.userId, after: { to: "ada@example.com" } },
  ]);
});

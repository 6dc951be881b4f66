import { parsePublicId, publicId } from "@hooklane/contracts";
import { Admission, type Classification, causeWindows, defaultPolicyConfig, noEpisode, type StoredLane } from "@hooklane/core";
import { type LaneLive, storeLaneStates } from "@hooklane/db";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { call } from "../../../test-support/call.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";

let web: StartedWeb;
let tenant: CreatedTenant;
let browser: Browser;
let endpointId: string;
let uuid: string;

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  tenant = await web.newTenant();
  browser = new Browser(web);
  await browser.signIn(tenant.email, tenant.password);
});
afterAll(() => web.stop());
beforeEach(async () => {
  const body = { url: "http://127.0.0.1:9/hook", event_types: ["*"] };
  endpointId = (await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body })).json.id;
  uuid = (await web.owner.query("SELECT id FROM subscriptions ORDER BY id DESC LIMIT 1")).rows[0].id;
});

const health = async () => (await call(web, "GET", `/v1/subscriptions/${endpointId}/health`, { key: tenant.apiKey })).json;
const sendTest = () => call(web, "POST", `/v1/subscriptions/${endpointId}/test`, { key: tenant.apiKey });
const minute = (ago: string, succeeded: number, failed: number) =>
  web.owner.query(
    "INSERT INTO rollup_minutes (subscription_id, bucket, succeeded, failed) VALUES ($1, date_trunc('minute', now()) - $2::interval, $3, $4)",
    [uuid, ago, succeeded, failed],
  );

test("an endpoint without a history is healthy and says that nothing is known", async () => {
  expect(await health()).toEqual({
    circuit_state: "closed",
    next_probe_at: null,
    opening: null,
    success_rate: null,
    lag_seconds: 0,
    backlog: 0,
    oldest_due_at: null,
    dead_count: 0,
    oldest_dead_at: null,
    last_delivery_at: null,
    likely_configuration_error: null,
    shedding: false,
    ramp_percent: 100,
    ordered_ceiling_per_second: null,
    lane: { cap: 4, in_flight: 0, sick: false },
    host: { cap: 20, in_flight: 0, active_subscriptions: 0, circuit_state: "closed", next_probe_at: null },
    asked_to_wait_until: null,
    retry_budget: { fill: 1 },
    rate_limit: 50,
    waiting: [],
    observed_at: null,
  });
});

test("the success rate is that of the last hour's attempts", async () => {
  await minute("2 hours", 0, 100);
  await minute("30 minutes", 2, 1);
  await minute("1 minute", 1, 0);
  const { success_rate, last_delivery_at } = await health();
  expect(success_rate).toBe(0.75);
  expect(web.container.now() - Date.parse(last_delivery_at)).toBeLessThan(3 * 60_000);
});

test("the last delivery is known beyond the time that minutes are kept", async () => {
  await web.owner.query("INSERT INTO rollup_days (subscription_id, bucket, succeeded) VALUES ($1, '2026-01-02T00:00:00Z', 1)", [uuid]);
  expect((await health()).last_delivery_at).toBe("2026-01-02T00:00:00.000Z");
});

test("the lag is how long the delivery that is due the longest has been due; what waits for a later time does not count", async () => {
  await sendTest();
  await sendTest();
  const due = (interval: string, which: string) =>
    web.owner.query(
      `UPDATE deliveries SET next_attempt_at = now() + $2::interval WHERE id = (SELECT id FROM deliveries WHERE subscription_id = $1 ORDER BY id ${which} LIMIT 1)`,
      [uuid, interval],
    );
  await due("-90 seconds", "ASC");
  await due("1 hour", "DESC");
  const { lag_seconds, backlog } = await health();
  expect(lag_seconds).toBeGreaterThanOrEqual(90);
  expect(lag_seconds).toBeLessThan(120);
  expect(backlog).toBe(2);
  await due("1 hour", "ASC");
  expect((await health()).lag_seconds).toBe(0);
});

test("while an endpoint is paused nothing of it is late", async () => {
  await sendTest();
  await web.owner.query("UPDATE deliveries SET next_attempt_at = now() - interval '1 hour' WHERE subscription_id = $1", [uuid]);
  await call(web, "POST", `/v1/subscriptions/${endpointId}/pause`, { key: tenant.apiKey });
  expect(await health()).toMatchObject({ lag_seconds: 0, backlog: 1 });
});

test("the dead are counted with the time since when, in the list too", async () => {
  await web.owner.query("INSERT INTO lane_stats (subscription_id, dead_count, oldest_dead_at) VALUES ($1, 3, '2026-11-01T00:00:00Z')", [
    uuid,
  ]);
  expect(await health()).toMatchObject({ dead_count: 3, oldest_dead_at: "2026-11-01T00:00:00.000Z" });
  const { data } = (await browser.query("endpoints.list", { tenantId: publicId("tenant", tenant.tenantId) })).json.result.data;
  expect(data.find(({ id }: { id: string }) => id === endpointId).health).toEqual({
    circuit_state: "closed",
    success_rate: null,
    success_rate_day: null,
    lag_seconds: 0,
    backlog: 0,
    dead_count: 3,
    last_delivery_at: null,
    shedding: false,
    likely_configuration_error: null,
  });
});

/** What a worker stores of a lane that it has seen nothing of but an arrival. */
function storedLane(): StoredLane {
  const admission = new Admission(defaultPolicyConfig);
  admission.arrived(uuid, 1, web.container.now());
  return admission.exportLane(uuid, web.container.now()) as StoredLane;
}

const live = (fields: Partial<LaneLive>): LaneLive => ({
  at: web.container.now(),
  worker: "w1",
  circuit: { state: "closed", until: 0 },
  hostCircuit: null,
  ramp: null,
  lane: { cap: 7, inFlight: 3, isSick: false },
  host: { cap: 20, inFlight: 5, activeSubscriptions: 2 },
  retryBudgetFill: 0.5,
  ratePerS: 80,
  refusals: {},
  ...fields,
});

test("an open circuit is told with its next probe, and what waits for it with reason and moment, in health, log and list", async () => {
  await sendTest();
  const until = web.container.now() + 60_000;
  const refusals = { first: { reason: "circuit_open", until, endedBy: null }, retry: { reason: "circuit_open", until: 1, endedBy: null } };
  const openedBy = { at: until - 90_000, attempts: 24, failures: 22, unanswered: 0 };
  const seen = live({ circuit: { state: "open", until }, openedBy, hostCircuit: { state: "open", until }, refusals });
  await storeLaneStates(web.owner, [{ subscriptionId: uuid, state: storedLane(), live: seen, configError: null }]);
  const at = new Date(until).toISOString();
  expect(await health()).toMatchObject({
    circuit_state: "open",
    next_probe_at: at,
    opening: { opened_at: new Date(until - 90_000).toISOString(), attempts: 24, failures: 22, unanswered: 0, window_seconds: 60 },
    lag_seconds: 0,
    lane: { cap: 7, in_flight: 3, sick: false },
    host: { cap: 20, in_flight: 5, active_subscriptions: 2, circuit_state: "open", next_probe_at: at },
    retry_budget: { fill: 0.5 },
    rate_limit: 80,
    waiting: [{ class: "first", reason: "circuit_open", until: at, ended_by: null }],
  });
  const { data } = (await call(web, "GET", `/v1/subscriptions/${endpointId}/deliveries`, { key: tenant.apiKey })).json;
  expect(data[0]).toMatchObject({ waiting_reason: "circuit_open", waiting_until: at });
  const endpoints = (await browser.query("endpoints.list", { tenantId: publicId("tenant", tenant.tenantId) })).json.result.data.data;
  expect(endpoints.find(({ id }: { id: string }) => id === endpointId).health.circuit_state).toBe("open");
});

test("what a worker told long ago is not told as if it were so now", async () => {
  const state = { ...storedLane(), ramp: { healthyMs: 0, fullPerS: 100 } };
  const old = live({ at: web.container.now() - 600_000, lane: { cap: 400, inFlight: 399, isSick: false } });
  await storeLaneStates(web.owner, [{ subscriptionId: uuid, state, live: old, configError: null }]);
  expect(await health()).toMatchObject({ ramp_percent: 10, lane: { in_flight: 0 }, rate_limit: 10 });
});

test("a likely configuration error is told with cause, share, since when and what to check, and with what speaks for it", async () => {
  const nowMs = web.container.now();
  const judging = causeWindows(defaultPolicyConfig.config_error);
  const refused = { success: false, cause: "http_401", owner: "customer" } as Classification;
  const end = { permit: { laneId: uuid, tenantId: "t", host: "h", class: "first" }, classification: refused, durationMs: 1 } as const;
  let windows = judging.initial();
  for (let i = 0; i < 12; i++) windows = judging.observe(windows, end, nowMs);
  const open = { cause: "http_401" as const, httpStatus: 401, share: 0.99, hint: "Check the secret.", since: Date.UTC(2026, 10, 1) };
  const configError = { windows, episode: { ...noEpisode, open } };
  await storeLaneStates(web.owner, [{ subscriptionId: uuid, state: storedLane(), live: null, configError }]);
  expect((await health()).likely_configuration_error).toEqual({
    cause: "http_401",
    http_status: 401,
    share: 0.99,
    hint: "Check the secret.",
    since: "2026-11-01T00:00:00.000Z",
  });
  const sent = await sendTest();
  const deliveryId = parsePublicId("delivery", sent.json.delivery_id) as string;
  await web.owner.query(
    `INSERT INTO attempts (delivery_id, number, started_at, outcome, cause, trigger, status, duration_ms, request_headers, response_headers, response_body, error)
     VALUES ($1, 1, now(), 'rejected', 'http_401', 'test', 401, 5, '[]', $2, $3, 'HTTP 401')`,
    [deliveryId, JSON.stringify([["Location", "https://new.example/"]]), `{"error":"bad signature ${"é".repeat(600)}"}`],
  );
  const evidence = await browser.query("endpoints.fault", { tenantId: publicId("tenant", tenant.tenantId), endpointId });
  const { body, ...example } = evidence.json.result.data.example;
  expect(evidence.json.result.data).toMatchObject({ matching: 12, finished: 12, window_seconds: 3_600 });
  expect(example).toMatchObject({ delivery_id: sent.json.delivery_id, number: 1, status: 401, location: "https://new.example/" });
  expect(body).toMatch(/^\{"error":"bad signature é+$/); // cut between characters
});

test("an endpoint without a configuration error has no evidence of one", async () => {
  const { json } = await browser.query("endpoints.fault", { tenantId: publicId("tenant", tenant.tenantId), endpointId });
  expect(json.result.data).toBeNull();
});

test("the list narrows by state and text, and goes on where a page ended", async () => {
  const tenantId = publicId("tenant", tenant.tenantId);
  const list = async (input: object) => (await browser.query("endpoints.list", { tenantId, ...input })).json.result.data;
  await call(web, "POST", `/v1/subscriptions/${endpointId}/pause`, { key: tenant.apiKey });
  expect((await list({ show: "paused" })).data.map(({ id }: { id: string }) => id)).toContain(endpointId);
  expect((await list({ search: "nowhere.example" })).data).toEqual([]);
  const all = (await list({})).data.map(({ id }: { id: string }) => id);
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ limit: 2, ...(cursor && { cursor }) });
    seen.push(...page.data.map(({ id }: { id: string }) => id));
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(all);
  expect((await browser.query("endpoints.list", { tenantId, cursor: "x.y" })).status).toBe(400);
});

test("the overview counts what waits and what died over all endpoints, shows those that want a look, and knows no other tenant's", async () => {
  const other = await web.newTenant();
  const stranger = new Browser(web);
  await stranger.signIn(other.email, other.password);
  const overviewOf = async (of: Browser, id: string) =>
    (await of.query("overview.get", { tenantId: publicId("tenant", id) })).json.result.data;
  await sendTest();
  await web.owner.query("UPDATE deliveries SET next_attempt_at = now() - interval '100 seconds' WHERE subscription_id = $1", [uuid]);
  await web.owner.query("UPDATE lane_stats SET dead_count = 4 WHERE subscription_id = $1", [uuid]);
  const mine = await overviewOf(browser, tenant.tenantId);
  expect(mine.backlog).toBeGreaterThanOrEqual(1);
  expect(mine.dead_count).toBeGreaterThanOrEqual(4);
  expect(mine.lag_seconds).toBeGreaterThanOrEqual(100);
  expect(mine.attention).toBeGreaterThanOrEqual(1);
  expect(mine.troubled.length).toBeGreaterThanOrEqual(1);
  expect(await overviewOf(stranger, other.tenantId)).toEqual({
    endpoints: 0,
    backlog: 0,
    dead_count: 0,
    lag_seconds: 0,
    attention: 0,
    troubled: [],
    replays: [],
    secret_seen: false,
  });
});

test("statistics have a bucket for all of the span, and what has just arrived is in the newest", async () => {
  await minute("5 minutes", 8, 2);
  const tenantId = publicId("tenant", tenant.tenantId);
  const of = async (input: object) => (await browser.query("statistics.get", { tenantId, ...input })).json.result.data;
  const hour = await of({ endpointId, range: "1h" });
  expect(hour.buckets).toHaveLength(60);
  expect(hour.totals).toMatchObject({ succeeded: 8, failed: 2 });
  for (const [range, length] of Object.entries({ "24h": 24, "7d": 28, "30d": 30 })) {
    const { buckets, totals } = await of({ endpointId, range });
    expect(buckets).toHaveLength(length);
    expect(totals).toMatchObject({ succeeded: 8, failed: 2 });
  }
  const before = (await of({ range: "1h" })).buckets.at(-1).accepted;
  await web.owner.query("INSERT INTO lane_stats (subscription_id, arrived) VALUES ($1, 7)", [uuid]);
  expect((await of({ range: "24h" })).buckets.at(-1).accepted).toBeGreaterThanOrEqual(before + 7);
});

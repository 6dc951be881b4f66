import { publicId } from "@hooklane/contracts";
import { Admission, causeWindows, defaultPolicyConfig, noEpisode, type StoredLane } from "@hooklane/core";
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
    success_rate: null,
    lag_seconds: 0,
    backlog: 0,
    dead_count: 0,
    oldest_dead_at: null,
    last_delivery_at: null,
    likely_configuration_error: null,
    shedding: false,
    ramp_percent: 100,
    ordered_ceiling_per_second: null,
    lane: { cap: 4, in_flight: 0 },
    host: { cap: 20, in_flight: 0, active_subscriptions: 0 },
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
    backlog: 0,
    dead_count: 3,
    last_delivery_at: null,
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
  const seen = live({ circuit: { state: "open", until }, refusals });
  await storeLaneStates(web.owner, [{ subscriptionId: uuid, state: storedLane(), live: seen, configError: null }]);
  const at = new Date(until).toISOString();
  expect(await health()).toMatchObject({
    circuit_state: "open",
    next_probe_at: at,
    lag_seconds: 0,
    lane: { cap: 7, in_flight: 3 },
    host: { cap: 20, in_flight: 5, active_subscriptions: 2 },
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

test("a likely configuration error is told with cause, share, since when and what to check", async () => {
  const windows = causeWindows(defaultPolicyConfig.config_error).initial();
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
});

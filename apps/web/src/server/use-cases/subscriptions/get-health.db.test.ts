import { publicId } from "@hooklane/contracts";
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
    success_rate: null,
    lag_seconds: 0,
    backlog: 0,
    dead_count: 0,
    oldest_dead_at: null,
    last_delivery_at: null,
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

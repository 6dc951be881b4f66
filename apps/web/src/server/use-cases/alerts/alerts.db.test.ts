import { parsePublicId, publicId } from "@hooklane/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "../../../test-support/browser.ts";
import { call } from "../../../test-support/call.ts";
import { joinTenant } from "../../../test-support/join-tenant.ts";
import { openAlert } from "../../../test-support/open-alert.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";

let web: StartedWeb;
let tenant: CreatedTenant;
let tenantId: string;
let browser: Browser;

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  tenant = await web.newTenant();
  tenantId = publicId("tenant", tenant.tenantId);
  browser = await joinTenant(web, tenant.tenantId, "developer");
});
afterAll(() => web.stop());

async function newEndpoint(): Promise<{ id: string; uuid: string }> {
  const { json } = await call(web, "POST", "/v1/subscriptions", {
    key: tenant.apiKey,
    body: { url: "http://127.0.0.1:9/hook?token=t", event_types: ["*"] },
  });
  return { id: json.id, uuid: parsePublicId("subscription", json.id) as string };
}
const list = async (state: string) => (await browser.query("alerts.list", { tenantId, state })).json.result.data.data;
const count = async () => (await browser.query("alerts.count", { tenantId })).json.result.data;
const audited = async () =>
  (
    await web.owner.query("SELECT action, after FROM audit_log WHERE tenant_id = $1 AND target_kind = 'alert' ORDER BY id", [
      tenant.tenantId,
    ])
  ).rows;

test("an alert goes through the hands of a member: each change shows in its list, in the bell's count and in the audit log", async () => {
  const endpoint = await newEndpoint();
  const alertId = publicId("alert", await openAlert(web.owner, endpoint.uuid));
  const [shown] = await list("open");
  expect(shown).toMatchObject({
    id: alertId,
    kind: "circuit_open",
    about: { kind: "endpoint", id: endpoint.id, url: "http://127.0.0.1:9/hook" },
  });
  expect(await count()).toEqual({ open: 1, acknowledged: 0, muted: 0 });
  await browser.mutate("alerts.acknowledge", { tenantId, alertId });
  await browser.mutate("alerts.acknowledge", { tenantId, alertId });
  expect(await list("acknowledged")).toMatchObject([{ id: alertId, acknowledged_by: expect.stringContaining("@") }]);
  await browser.mutate("alerts.mute", { tenantId, alertId, hours: 8 });
  expect(await list("muted")).toMatchObject([{ muted_until: expect.any(String) }]);
  await browser.mutate("alerts.reopen", { tenantId, alertId });
  expect((await list("open")).length).toBe(1);
  await browser.mutate("alerts.resolve", { tenantId, alertId });
  expect(await list("resolved")).toMatchObject([{ id: alertId, resolved_by: expect.stringContaining("@") }]);
  expect(await count()).toEqual({ open: 0, acknowledged: 0, muted: 0 });
  expect((await audited()).map(({ action }) => action)).toEqual(["alert.acknowledge", "alert.mute", "alert.reopen", "alert.resolve"]);
});

test("the list of one endpoint has its own alerts alone, page by page", async () => {
  const [one, other] = [await newEndpoint(), await newEndpoint()];
  const ids = [await openAlert(web.owner, one.uuid), await openAlert(web.owner, other.uuid)].map((id) => publicId("alert", id));
  const own = await browser.query("alerts.list", { tenantId, endpointId: one.id });
  expect(own.json.result.data.data.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
  const first = (await browser.query("alerts.list", { tenantId, limit: 1 })).json.result.data;
  expect([first.data[0].id, first.has_more]).toEqual([ids[1], true]);
  const next = (await browser.query("alerts.list", { tenantId, limit: 1, cursor: first.next_cursor })).json.result.data;
  expect(next.data[0].id).toBe(ids[0]);
});

test("enabling an endpoint ends what was held against it, and deleting it ends the rest", async () => {
  const endpoint = await newEndpoint();
  await openAlert(web.owner, endpoint.uuid);
  await web.owner.query("UPDATE subscriptions SET state = 'disabled', disabled_reason = 'gone' WHERE id = $1", [endpoint.uuid]);
  const states = async () =>
    (await web.owner.query("SELECT state FROM alerts WHERE subscription_id = $1 ORDER BY id", [endpoint.uuid])).rows.map(
      ({ state }) => state,
    );
  await browser.mutate("endpoints.enable", { tenantId, endpointId: endpoint.id });
  expect(await states()).toEqual(["resolved"]);
  await openAlert(web.owner, endpoint.uuid);
  await browser.mutate("endpoints.delete", { tenantId, endpointId: endpoint.id });
  expect(await states()).toEqual(["resolved"]);
});

test("a member's choice of mail stands before the workspace's, and who registered an endpoint is known", async () => {
  const admin = await joinTenant(web, tenant.tenantId, "admin");
  await admin.mutate("notifications.setDefault", { tenantId, kind: "shedding", by_mail: false });
  const of = (reply: { json: { result: { data: { kinds: { kind: string }[] } } } }) =>
    reply.json.result.data.kinds.find(({ kind }) => kind === "shedding");
  expect(of((await browser.query("notifications.get", { tenantId })) as never)).toMatchObject({ workspace: false, mine: null });
  expect(of((await browser.mutate("notifications.choose", { tenantId, kind: "shedding", by_mail: true })) as never)).toMatchObject({
    mine: true,
  });
  expect(of((await browser.mutate("notifications.choose", { tenantId, kind: "shedding", by_mail: null })) as never)).toMatchObject({
    mine: null,
  });
  const created = await browser.mutate("endpoints.create", { tenantId, url: "http://127.0.0.1:9/mine", event_types: ["*"] });
  const { rows } = await web.owner.query("SELECT created_by FROM subscriptions WHERE id = $1", [
    parsePublicId("subscription", created.json.result.data.id),
  ]);
  expect(rows[0].created_by).toMatch(/^[0-9a-f-]{36}$/);
});

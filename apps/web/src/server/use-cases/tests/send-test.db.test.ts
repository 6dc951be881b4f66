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
let at: { tenantId: string; endpointId: string };

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  tenant = await web.newTenant();
  browser = new Browser(web);
  await browser.signIn(tenant.email, tenant.password);
});
afterAll(() => web.stop());
beforeEach(async () => {
  const body = { url: "http://127.0.0.1:9/hook", event_types: ["order.paid"], ordered: true };
  const created = await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body });
  at = { tenantId: publicId("tenant", tenant.tenantId), endpointId: created.json.id };
});

const send = (body?: unknown) =>
  call(web, "POST", `/v1/subscriptions/${at.endpointId}/test`, { key: tenant.apiKey, ...(body !== undefined && { body }) });
const detail = async (deliveryId: string) =>
  (await browser.query("deliveries.get", { tenantId: at.tenantId, deliveryId })).json.result.data;

test("a test event becomes a delivery to this endpoint alone, marked as a test, whatever types it asks for and outside its order", async () => {
  const sent = await send();
  expect(sent.status).toBe(202);
  const found = await detail(sent.json.delivery_id);
  expect(found).toMatchObject({
    id: sent.json.delivery_id,
    event_id: sent.json.event_id,
    subscription_id: at.endpointId,
    event_type: "hooklane.test",
    state: "pending",
    test: true,
    attempt_count: 0,
    endpoint: { id: at.endpointId, url: "http://127.0.0.1:9/hook", state: "active" },
    request: { method: "POST", url: "http://127.0.0.1:9/hook" },
    idempotency_key: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(JSON.parse(found.request.body)).toEqual({
    id: sent.json.event_id,
    type: "hooklane.test",
    timestamp: found.accepted_at,
    data: { message: "This is a test event." },
  });
  const { rows } = await web.owner.query("SELECT class, sequence, shard FROM deliveries ORDER BY id DESC LIMIT 1");
  expect(rows).toMatchObject([{ class: "first", sequence: null }]);
  const event = await call(web, "GET", `/v1/events/${sent.json.event_id}`, { key: tenant.apiKey });
  expect(event.json).toMatchObject({ type: "hooklane.test", deliveries: [{ id: sent.json.delivery_id }] });
});

test("type and payload are the caller's: any JSON value, and not the platform's own types", async () => {
  for (const payload of [null, 0, "", [], { a: { b: ["\0", "é"] } }]) {
    const reply = await browser.mutate("tests.send", { ...at, type: "order.paid", payload });
    const found = await detail(reply.json.result.data.delivery_id);
    expect(JSON.parse(found.request.body)).toMatchObject({ type: "order.paid", data: payload });
  }
  expect((await send({ type: "hooklane.alert" })).json).toMatchObject({ status: 422, field: "type" });
  const large = await browser.mutate("tests.send", { ...at, payload: "x".repeat(262_143) });
  expect([large.status, large.json.error.data.problem]).toEqual([413, "payload_too_large"]);
});

test("a paused or disabled endpoint takes a test too, a deleted one does not", async () => {
  await browser.mutate("endpoints.pause", at);
  const waiting = await send();
  expect((await detail(waiting.json.delivery_id)).waiting_reason).toBe("subscription_paused");
  await web.owner.query("UPDATE subscriptions SET state = 'disabled'");
  expect((await detail((await send()).json.delivery_id)).state).toBe("pending");
  await web.owner.query("UPDATE subscriptions SET state = 'active'");
  await browser.mutate("endpoints.delete", at);
  expect((await send()).status).toBe(404);
});

test("a test is on the endpoint's books and in the audit log, and workers are told of it", async () => {
  const { rows: subscriptions } = await web.owner.query("SELECT id, shard FROM subscriptions ORDER BY id DESC LIMIT 1");
  const told: string[] = [];
  const listener = await web.owner.connect();
  listener.on("notification", ({ payload }) => told.push(payload ?? ""));
  await listener.query("LISTEN hooklane_due");
  await send();
  await expect.poll(() => told).toContain(String(subscriptions[0].shard));
  listener.release(true);
  expect((await browser.query("endpoints.health", at)).json.result.data).toMatchObject({
    backlog: 1,
    dead_count: 0,
    circuit_state: "closed",
  });
  const { rows } = await web.owner.query(
    "SELECT after->>'type' AS type FROM audit_log WHERE action = 'subscription.test' AND target_id = $1",
    [subscriptions[0].id],
  );
  expect(rows).toEqual([{ type: "hooklane.test" }]);
});

test("what is to be signed wrongly is told apart by its type, which nobody else can send, and is attempted once", async () => {
  const sent = await send({ signature: "wrong" });
  const found = await detail(sent.json.delivery_id);
  expect(found).toMatchObject({ event_type: "hooklane.signature_test", test: true });
  expect(JSON.parse(found.request.body).data.message).toContain("wrongly on purpose");
  const { rows } = await web.owner.query("SELECT mode FROM deliveries ORDER BY id DESC LIMIT 1");
  expect(rows[0].mode).toBe("at_most_once");
  expect((await send({ signature: "wrong", type: "order.paid" })).json).toMatchObject({ status: 422, field: "type" });
  expect((await send({ type: "hooklane.signature_test" })).json).toMatchObject({ status: 422, field: "type" });
});

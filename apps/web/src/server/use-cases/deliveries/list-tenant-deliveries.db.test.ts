import { parsePublicId, publicId } from "@hooklane/contracts";
import { uuidV7 } from "@hooklane/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { call } from "../../../test-support/call.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";

let web: StartedWeb;
let tenant: CreatedTenant;
let browser: Browser;
let tenantId: string;
const endpointIds: string[] = [];
/** All deliveries of the tenant, newest first. */
let all: { id: string; endpointId: string; type: string }[] = [];

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  tenant = await web.newTenant();
  tenantId = publicId("tenant", tenant.tenantId);
  browser = new Browser(web);
  await browser.signIn(tenant.email, tenant.password);
  for (let i = 0; i < 3; i++) {
    const body = { url: `http://127.0.0.1:9/${i}?token=t0ps3cret`, event_types: ["*"] };
    endpointIds.push((await call(web, "POST", "/v1/subscriptions", { key: tenant.apiKey, body })).json.id);
  }
  for (let i = 0; i < 30; i++) {
    const endpointId = endpointIds[i % 3] as string;
    const type = i % 5 === 0 ? "order.paid" : "order.sent";
    const sent = await call(web, "POST", `/v1/subscriptions/${endpointId}/test`, { key: tenant.apiKey, body: { type } });
    all.push({ id: sent.json.delivery_id, endpointId, type });
  }
  all = all.sort((a, b) => (a.id < b.id ? 1 : -1));
});
afterAll(() => web.stop());

interface Listed {
  data: { id: string; endpoint: { id: string; url: string } }[];
  next_cursor: string | null;
  has_more: boolean;
}
const list = async (filter: Record<string, unknown> = {}): Promise<Listed> =>
  (await browser.query("deliveries.list", { tenantId, ...filter })).json.result.data;

test("pages over all endpoints follow each other, newest first, without a gap or a repetition", async () => {
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page: Listed = await list({ limit: 7, ...(cursor && { cursor }) });
    expect(page.has_more).toBe(page.next_cursor !== null);
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor);
  expect(seen).toEqual(all.map(({ id }) => id));
});

test("each delivery names its endpoint, without the query of its URL", async () => {
  const [newest] = (await list({ limit: 1 })).data;
  const index = endpointIds.indexOf(all[0]?.endpointId as string);
  expect(newest?.endpoint).toEqual({ id: all[0]?.endpointId, url: `http://127.0.0.1:9/${index}?***` });
});

test("filters by endpoint, type, state and time take what they say", async () => {
  const ids = async (filter: Record<string, unknown>) => (await list(filter)).data.map(({ id }) => id);
  const [first] = endpointIds;
  expect(await ids({ endpointId: first })).toEqual(all.filter(({ endpointId }) => endpointId === first).map(({ id }) => id));
  expect(await ids({ type: "order.paid" })).toEqual(all.filter(({ type }) => type === "order.paid").map(({ id }) => id));
  expect(await ids({ state: ["delivered", "dead"] })).toEqual([]);
  expect(await ids({ state: ["pending", "dead"] })).toHaveLength(30);
  expect(await ids({ since: new Date(web.container.now() + 60_000).toISOString() })).toEqual([]);
  expect(await ids({ until: new Date(web.container.now() + 60_000).toISOString() })).toHaveLength(30);
});

test("an event's deliveries are found by the event, its replay among them", async () => {
  const eventIds = (await list()).data.map((delivery) => (delivery as unknown as { event_id: string }).event_id);
  const eventId = eventIds[4] as string;
  expect((await list({ eventId })).data.map(({ id }) => id)).toEqual([all[4]?.id]);
  const original = parsePublicId("delivery", all[4]?.id as string);
  const { rows } = await web.owner.query("SELECT event_id, subscription_id FROM deliveries WHERE id = $1", [original]);
  const [copy, replay] = [uuidV7(web.container.now()), uuidV7(web.container.now())];
  await web.owner.query("INSERT INTO replays (id, delivery_id, new_delivery_id, event_id, subscription_id) VALUES ($1, $2, $3, $4, $5)", [
    replay,
    original,
    copy,
    rows[0].event_id,
    rows[0].subscription_id,
  ]);
  await web.owner.query(
    `INSERT INTO deliveries (id, shard, event_id, subscription_id, replay_id, generation, class, mode, state, next_attempt_at, deadline_at, body_bytes)
     SELECT $2, shard, event_id, subscription_id, $3, 1, class, mode, 'delivered', now(), now(), 1 FROM deliveries WHERE id = $1`,
    [original, copy, replay],
  );
  expect((await list({ eventId })).data.map(({ id }) => id)).toEqual([publicId("delivery", copy), all[4]?.id]);
  expect((await list({ eventId, endpointId: endpointIds[2] })).data).toHaveLength(all[4]?.endpointId === endpointIds[2] ? 2 : 0);
  expect((await list({ eventId: publicId("event", uuidV7(web.container.now())) })).data).toEqual([]);
  await web.owner.query("DELETE FROM deliveries WHERE id = $1", [copy]);
});

test("a cursor that is from no list is refused at its member", async () => {
  const reply = await browser.query("deliveries.list", { tenantId, cursor: "nonsense" });
  expect([reply.status, Object.keys(reply.json.error.data.fieldErrors)]).toEqual([400, ["cursor"]]);
});

test("the log of a deleted endpoint stays in it", async () => {
  await browser.mutate("endpoints.delete", { tenantId, endpointId: endpointIds[2] });
  expect((await list()).data).toHaveLength(30);
  const deliveryId = all.find(({ endpointId }) => endpointId === endpointIds[2])?.id;
  const detail = (await browser.query("deliveries.get", { tenantId, deliveryId })).json.result.data;
  expect(detail.endpoint.state).toBe("deleted");
});

test("a detail whose payload was erased says so by having no request", async () => {
  await web.owner.query("UPDATE events SET body = NULL, erased_at = now()");
  expect((await browser.query("deliveries.get", { tenantId, deliveryId: all[0]?.id })).json.result.data.request).toBeNull();
});

import { parsePublicId, publicId } from "@hooklane/contracts";
import { uuidV7 } from "@hooklane/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { call } from "../../../test-support/call.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";
import { writeAttempt } from "../../../test-support/write-attempt.ts";
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

test("by the beginning of an id, by status, cause and generation, a list takes what it says", async () => {
  const ids = async (filter: Record<string, unknown>) => (await list({ limit: 250, ...filter })).data.map(({ id }) => id);
  const one = all[7] as { id: string };
  expect(await ids({ id: one.id })).toEqual([one.id]);
  const begun = one.id.slice(0, 14);
  expect(await ids({ id: begun })).toEqual(all.map(({ id }) => id).filter((id) => id.startsWith(begun)));
  const eventId = (await list({ id: one.id })).data.map((row) => (row as unknown as { event_id: string }).event_id)[0] as string;
  expect(await ids({ id: eventId })).toEqual([one.id]);
  expect(await ids({ id: eventId.slice(0, -1) })).toContain(one.id);
  expect(await ids({ id: "dlv_0" })).toHaveLength(30);
  expect(await ids({ id: "dlv_1" })).toEqual([]);
  expect(await ids({ id: "evt_l" })).toEqual([]);
  await web.owner.query("UPDATE deliveries SET last_status = 404, attempt = 1 WHERE id = $1", [parsePublicId("delivery", one.id)]);
  await writeAttempt(web, parsePublicId("delivery", one.id) as string, 1, { cause: "http_404", status: 404 });
  expect([await ids({ status: "404" }), await ids({ status: "4xx" }), await ids({ cause: "http_404" })]).toEqual([
    [one.id],
    [one.id],
    [one.id],
  ]);
  expect([await ids({ status: "5xx" }), await ids({ cause: "timeout" }), await ids({ replay: "only" })]).toEqual([[], [], []]);
  expect(await ids({ replay: "none" })).toHaveLength(30);
  expect((await browser.query("deliveries.list", { tenantId, status: "nonsense" })).status).toBe(400);
});

test("C68: the log as a file holds the same rows, one a line, for members alone", async () => {
  const file = (query: string, as = browser) => as.request("GET", `/api/exports/deliveries?tenantId=${tenantId}${query}`);
  const whole = await file("");
  expect(whole.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(whole.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
  const lines = whole.text.trimEnd().split("\r\n");
  expect(lines[0]).toMatch(/^"delivery_id","event_id",/);
  expect(lines.slice(1).map((line: string) => line.split(",")[0])).toEqual(all.map(({ id }) => `"${id}"`));
  expect((await file("&type=order.paid")).text.trimEnd().split("\r\n")).toHaveLength(7);
  expect((await file("&state=delivered,dead")).text.trimEnd().split("\r\n")).toHaveLength(1);
  expect((await file("&status=nonsense")).status).toBe(400);
  expect((await file("", new Browser(web))).status).toBe(401);
  const stranger = await web.newTenant();
  const other = new Browser(web);
  await other.signIn(stranger.email, stranger.password);
  expect((await file("", other)).status).toBe(404);
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

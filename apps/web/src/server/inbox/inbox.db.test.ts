import { type InboxView, publicId } from "@hooklane/contracts";
import { parseSecret, sign } from "@hooklane/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../../test-support/browser.ts";
import { serveDashboard } from "../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";

let web: StartedWeb;
let browser: Browser;
let tenantId: string;
let url: string;
let secret: string;

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  const tenant = await web.newTenant();
  tenantId = publicId("tenant", tenant.tenantId);
  browser = new Browser(web);
  await browser.signIn(tenant.email, tenant.password);
  const opened = (await browser.mutate("inbox.open", { tenantId })).json.result.data;
  url = new URL(new URL(opened.url).pathname, web.baseUrl).href;
  secret = opened.secret;
});
afterAll(() => web.stop());

const inbox = async (): Promise<InboxView> => (await browser.query("inbox.get", { tenantId })).json.result.data;
const post = (body: string | Buffer, headers: Record<string, string> = {}, to = url) =>
  fetch(to, { method: "POST", body: body as BodyInit, headers });

function signed(body: string, key: string): Record<string, string> {
  const parsed = parseSecret(key);
  if (!parsed.ok) throw new Error(parsed.problem);
  const timestampSeconds = Math.floor(web.container.now() / 1_000);
  const signature = sign({ id: "evt_1", timestampSeconds, body: Buffer.from(body), secrets: [parsed.bytes] });
  return { "webhook-id": "evt_1", "webhook-timestamp": String(timestampSeconds), "webhook-signature": signature };
}

test("a request is kept with its headers, its bytes, and whether its signature is right", async () => {
  const body = '{"n":1}';
  expect((await post(body, { ...signed(body, secret), "x-note": "<script>" })).status).toBe(200);
  await post(`${body} `, signed(body, secret));
  await post(body, signed(body, "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="));
  await post("plain");
  const { requests, endpoint_id } = await inbox();
  expect(endpoint_id).toMatch(/^sub_/);
  expect(requests.map(({ signature, body }) => [signature, body])).toEqual([
    ["missing", "plain"],
    ["wrong", body],
    ["wrong", `${body} `],
    ["verified", body],
  ]);
  expect(requests.at(-1)?.headers).toContainEqual(["x-note", "<script>"]);
});

test("C60: values of headers that the inbox's own endpoint sets are not kept", async () => {
  const { endpoint_id } = await inbox();
  await browser.mutate("endpoints.update", { tenantId, endpointId: endpoint_id, custom_headers: { "X-Token": "canary" } });
  await post("{}", { "x-token": "canary", "x-other": "kept" });
  const [latest] = (await inbox()).requests;
  expect(latest?.headers).toContainEqual(["x-token", "***"]);
  expect(latest?.headers).toContainEqual(["x-other", "kept"]);
});

test("what is kept of a body is bounded, and so is the body", async () => {
  expect((await post(Buffer.alloc(100_000, "a"))).status).toBe(200);
  const [latest] = (await inbox()).requests;
  expect([latest?.body_bytes, latest?.body.length, latest?.truncated]).toEqual([100_000, 65_536, true]);
  expect((await post(Buffer.alloc(600_000, "a"))).status).toBe(413);
});

test("nothing but a POST to exactly the inbox is taken", async () => {
  expect((await fetch(url)).status).toBe(405);
  for (const other of [`${url}0`, `${url}/x`, `${url}?a=1`, url.slice(0, -1), url.replace(/[0-9a-f]{32}$/, "0".repeat(32))])
    expect((await post("x", {}, other)).status).toBe(404);
});

test("the latest fifty are kept, those of yesterday are not shown, and a flood is told to wait", async () => {
  await web.owner.query(
    `INSERT INTO inbox_requests (id, tenant_id, received_at, headers, body, body_bytes, signature)
     SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, tenant_id, now() - interval '2 days', '[]', '', 0, 'missing'
     FROM inboxes, generate_series(1, 200) n WHERE tenant_id = (SELECT tenant_id FROM inboxes LIMIT 1)`,
  );
  expect((await inbox()).requests.every(({ received_at }) => Date.parse(received_at) > Date.now() - 86_400_000)).toBe(true);
  const statuses = await Promise.all(Array.from({ length: 100 }, async (_, i) => (await post(`flood ${i}`)).status));
  for (const status of statuses) expect([200, 429, 503]).toContain(status);
  expect(statuses.filter((status) => status !== 200).length).toBeGreaterThan(0);
  const { rows } = await web.owner.query("SELECT count(*)::integer AS n FROM inbox_requests");
  expect(rows[0].n).toBeLessThanOrEqual(50 + 8); // those that came at the same moment may each have left one more
});

test("an installation whose operator wants no inbox has none", async () => {
  await web.stop();
  web = await startWeb({ HOOKLANE_INBOX: "0" }, serveDashboard);
  const tenant = await web.newTenant();
  const other = new Browser(web);
  await other.signIn(tenant.email, tenant.password);
  const own = { tenantId: publicId("tenant", tenant.tenantId) };
  expect((await other.query("inbox.get", own)).json.result.data).toEqual({ enabled: false, url: null, endpoint_id: null, requests: [] });
  expect((await other.mutate("inbox.open", own)).status).toBe(403);
  expect((await post("x", {}, `${web.baseUrl}/inbox/${"0".repeat(32)}`)).status).toBe(404);
});

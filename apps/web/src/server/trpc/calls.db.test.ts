import { publicId } from "@hooklane/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../../test-support/browser.ts";
import { call } from "../../test-support/call.ts";
import { serveDashboard } from "../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";

let web: StartedWeb;
let browser: Browser;
let tenantId: string;
const endpoint = { url: "http://127.0.0.1:9/hook", event_types: ["*"] };

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
  const tenant = await web.newTenant();
  tenantId = publicId("tenant", tenant.tenantId);
  browser = new Browser(web);
  await browser.signIn(tenant.email, tenant.password);
});
afterAll(() => web.stop());

const endpoints = async (): Promise<number> => (await browser.query("endpoints.list", { tenantId })).json.result.data.data.length;

/** A request with the person's cookies and exactly these headers, as another site could cause it. */
function foreignRequest(headers: Record<string, string>) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return call(web, "POST", "/api/trpc/endpoints.create", {
    body: JSON.stringify({ tenantId, ...endpoint }),
    headers: { cookie, ...headers },
  });
}

test.each([
  ["a form", { "content-type": "text/plain", "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 415],
  ["a form of this very site", { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" }, 415],
  ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 403],
  ["a neighbour on the same domain", { "sec-fetch-site": "same-site" }, 403],
  ["another origin, in a browser that says no more", { origin: "https://evil.example" }, 403],
  ["a sandboxed frame", { origin: "null" }, 403],
  ["whoever says nothing of where it comes from", {}, 403],
  ["another origin that claims to be ours", { "sec-fetch-site": "same-origin", origin: "https://evil.example" }, 403],
])("C67: a change that %s asks for is not made", async (_, headers, status) => {
  const before = await endpoints();
  expect((await foreignRequest(headers)).status).toBe(status);
  expect(await endpoints()).toBe(before);
});

test("C67: a change cannot be asked for by a link", async () => {
  const before = await endpoints();
  const reply = await browser.query("endpoints.create", { tenantId, ...endpoint });
  expect(reply.status).toBe(405);
  expect(await endpoints()).toBe(before);
});

test.each([
  ["the public address", () => ({ origin: web.container.publicUrl })],
  ["the address that the request came by", () => ({ origin: web.baseUrl })],
  ["this origin, as the browser says", () => ({ "sec-fetch-site": "same-origin" })],
])("a change from a page of %s is made", async (_, headers) => {
  const before = await endpoints();
  expect((await foreignRequest(headers())).status).toBe(200);
  expect(await endpoints()).toBe(before + 1);
});

test("C67: no answer allows another origin to read it", async () => {
  const reply = await browser.request("GET", "/api/trpc/me.get", { headers: { origin: "https://evil.example" } });
  expect([...reply.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  expect(reply.headers.get("cache-control")).toBe("no-store");
});

test("C61: a batch holds at most twenty calls", async () => {
  const batch = (n: number) => {
    const input = encodeURIComponent(JSON.stringify(Object.fromEntries(Array.from({ length: n }, (_, i) => [i, { tenantId }]))));
    return browser.request("GET", `/api/trpc/${Array(n).fill("keys.list").join(",")}?batch=1&input=${input}`);
  };
  expect((await batch(20)).json).toHaveLength(20);
  const refused = await batch(21);
  expect(refused.status).toBe(400);
  expect(refused.text).not.toContain("prefix");
});

test("a request that is too long is refused before it is read", async () => {
  const reply = await browser.mutate("endpoints.create", { tenantId, ...endpoint, description: "x".repeat(2_000_000) });
  expect([reply.status, reply.json.code]).toEqual([413, "request_too_large"]);
});

test("what is wrong with an input is told by member, and the input itself is not", async () => {
  const reply = await browser.mutate("endpoints.create", {
    tenantId,
    url: endpoint.url,
    event_types: ["not a type"],
    format: "xml",
    extra: 1,
  });
  expect(reply.status).toBe(400);
  expect(reply.json.error.data).toMatchObject({
    code: "BAD_REQUEST",
    problem: "unprocessable",
    fieldErrors: { "event_types.0": expect.stringContaining("event type"), format: expect.any(String) },
  });
  expect(reply.text).not.toContain("stack");
});

test("a URL that is refused is told as the URL's fault, in a sentence", async () => {
  const reply = await browser.mutate("endpoints.create", { tenantId, ...endpoint, url: "http://169.254.169.254/latest" });
  expect([reply.status, reply.json.error.data.problem]).toEqual([422, "unprocessable"]);
  expect(reply.json.error.data.fieldErrors.url).toBe(reply.json.error.data.detail);
});

test("text that the database cannot keep is refused as such", async () => {
  const reply = await browser.mutate("endpoints.create", { tenantId, ...endpoint, description: "a\0b" });
  expect([reply.status, reply.json.error.data.fieldErrors]).toEqual([422, { description: expect.any(String) }]);
});

test("a patch of nothing is refused", async () => {
  const created = await browser.mutate("endpoints.create", { tenantId, ...endpoint });
  const reply = await browser.mutate("endpoints.update", { tenantId, endpointId: created.json.result.data.id });
  expect(reply.status).toBe(400);
});

test("an endpoint's whole life: created with its secret, seen in the list with its health, changed, paused, resumed, deleted, each with an audit row", async () => {
  const created = await browser.mutate("endpoints.create", { tenantId, ...endpoint, url: "http://127.0.0.1:9/hook?token=t0ps3cret" });
  const { id, secret } = created.json.result.data;
  expect(secret).toMatch(/^whsec_/);
  const at = { tenantId, endpointId: id };
  const { data } = (await browser.query("endpoints.list", { tenantId, limit: 1 })).json.result.data;
  expect(data[0]).toMatchObject({
    id,
    url: "http://127.0.0.1:9/hook?***",
    health: { circuit_state: "closed", success_rate: null, backlog: 0, dead_count: 0, last_delivery_at: null },
  });
  expect(data[0]).not.toHaveProperty("secret");
  expect((await browser.mutate("endpoints.update", { ...at, description: "new" })).json.result.data.description).toBe("new");
  expect((await browser.mutate("endpoints.pause", at)).json.result.data.state).toBe("paused");
  expect((await browser.mutate("endpoints.resume", at)).json.result.data.state).toBe("active");
  await browser.mutate("endpoints.delete", at);
  const { rows } = await web.owner.query(
    "SELECT action, actor_kind, correlation_id FROM audit_log WHERE target_kind = 'subscription' AND actor_kind = 'user' ORDER BY id DESC LIMIT 5",
  );
  expect(rows.map(({ action }) => action).reverse()).toEqual(
    ["create", "update", "pause", "resume", "delete"].map((verb) => `subscription.${verb}`),
  );
  for (const row of rows) expect(row).toMatchObject({ actor_kind: "user", correlation_id: expect.stringMatching(/^req_/) });
});

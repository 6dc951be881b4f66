import { readFileSync } from "node:fs";
import { type ProductUnderTest, startProductUnderTest } from "@hooklane/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "./test-support/browser.ts";
import { call } from "./test-support/call.ts";

/** The built product: sign-in and tRPC run inside the pages' framework, the public API before it, in one process. */
let product: ProductUnderTest;
let tenant: Awaited<ReturnType<ProductUnderTest["createTenant"]>>;
let browser: Browser;
/** What the web process connects with, but as the owner, who sees all sessions. */
function databaseUrl(): string {
  const [pid] = product.pids("web");
  const variables = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  const url = variables.find((one) => one.startsWith("DATABASE_URL="))?.slice("DATABASE_URL=".length) ?? "";
  return Object.assign(new URL(url), { search: "" }).href;
}

const endpoint = { url: "http://127.0.0.1:9/hook", event_types: ["*"] };

beforeAll(async () => {
  product = await startProductUnderTest({ HOOKLANE_ALLOW_HTTP: "1", HOOKLANE_EGRESS_ALLOW: "127.0.0.1:9" });
  tenant = await product.createTenant("Acme");
  browser = new Browser(product);
  expect((await browser.signIn(tenant.email, tenant.password)).status).toBe(200);
});
afterAll(() => product?.dispose());

test("an endpoint made in the dashboard is owed the event of the very next request, and one deleted there is not", async () => {
  const event = { key: tenant.api_key, body: { type: "a.b", payload: {} } };
  for (let i = 1; i <= 20; i++) {
    const created = await browser.mutate("endpoints.create", { tenantId: tenant.tenant_id, ...endpoint });
    expect(created.status).toBe(200);
    expect((await call(product, "POST", "/v1/events", event)).json.deliveries).toBe(1);
    const { id } = created.json.result.data;
    expect((await browser.mutate("endpoints.delete", { tenantId: tenant.tenant_id, endpointId: id })).status).toBe(200);
    expect((await call(product, "POST", "/v1/events", event)).json.deliveries).toBe(0);
  }
});

test("the web process has one container: one set of pools and one listener, whoever answers", async () => {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  const { rows } = await client.query<{ name: string; n: number }>(
    "SELECT application_name AS name, count(*)::integer AS n FROM pg_stat_activity WHERE datname = current_database() GROUP BY 1",
  );
  await client.end();
  const sessions = Object.fromEntries(rows.map(({ name, n }) => [name, n]));
  expect(sessions["hooklane-listener"]).toBe(2); // the web process's and the worker's
  expect(sessions["hooklane-web"]).toBeLessThanOrEqual(4);
  expect(sessions["hooklane-web-hot"]).toBeLessThanOrEqual(4);
});

test("C61: the limit holds on the framework's own route, whatever address a client claims to have", async () => {
  const tries = [];
  for (let i = 0; i < 11; i++) {
    const headers = { "x-forwarded-for": `203.0.113.${i}`, "x-hooklane-client-address": `203.0.113.${i}` };
    tries.push((await new Browser(product).signIn("someone@example.com", "wrong password", headers)).status);
  }
  expect(tries).toEqual([...Array(10).fill(401), 429]);
});

test("a sign-out reaches the row, and a key made in the dashboard works at once", async () => {
  const created = await browser.mutate("keys.create", { tenantId: tenant.tenant_id, name: "CI", scopes: ["subscriptions:read"] });
  expect((await call(product, "GET", "/v1/subscriptions", { key: created.json.result.data.key })).status).toBe(200);
  const kept = new Browser(product);
  for (const [name, value] of browser.cookies) kept.cookies.set(name, value);
  await browser.signOut();
  expect((await kept.query("me.get")).status).toBe(401);
});

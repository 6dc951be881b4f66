import { processMetrics, sessionPoolMetrics } from "@hooklane/ops";
import { parseScrape } from "@hooklane/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../../test-support/call.ts";
import { type StartedWeb, startWeb } from "../../test-support/start-web.ts";
import type { CreatedTenant } from "../use-cases/tenants/create-tenant.ts";
import { webMetrics } from "./metric-specs.ts";

let web: StartedWeb;
let tenant: CreatedTenant;

beforeAll(async () => {
  web = await startWeb();
  tenant = await web.newTenant();
});
afterAll(() => web.stop());

const told = async () => parseScrape(await web.container.metrics());
const post = (path: string, body: unknown, key = tenant.apiKey) => call(web, "POST", path, { key, body });

test("the web process tells what it accepted, how long that took, in what batches, and what it refused and why", async () => {
  const subscribed = await post("/v1/subscriptions", { url: "http://127.0.0.1:9/", event_types: ["a.*"] });
  expect(subscribed.status).toBe(201);
  const before = await told();
  for (let i = 0; i < 3; i++)
    expect((await post("/v1/events", { type: "a.b", payload: i, idempotency_key: i === 2 ? "k" : undefined })).status).toBe(202);
  expect((await post("/v1/events", { type: "a.b", payload: 2, idempotency_key: "k" })).status).toBe(202); // the same again
  expect((await post("/v1/events", { type: "a.b" })).status).toBe(422);
  expect((await post("/v1/events", { type: "a.b", payload: 1 }, "hk_none")).status).toBe(401);
  const now = await told();
  const grew = (name: string, labels?: Record<string, string>) => now.sum(name, labels) - before.sum(name, labels);
  expect(grew("hooklane_accepted_events_total")).toBe(3);
  expect(grew("hooklane_accepted_deliveries_total", { reason: "none" })).toBe(3);
  expect(grew("hooklane_accept_latency_seconds_count")).toBe(4);
  expect(grew("hooklane_accept_batch_events_count")).toBe(4);
  expect(grew("hooklane_accept_batch_deliveries_sum")).toBe(4);
  expect(grew("hooklane_api_answers_total", { call: "accept", status: "202" })).toBe(4);
  expect(grew("hooklane_api_refusals_total", { code: "unauthorized" })).toBe(1);
  expect(grew("hooklane_api_refusals_total")).toBe(2);
});

test("every metric that is documented is told, and none of it names a customer or a key", async () => {
  const text = await web.container.metrics();
  const { types } = parseScrape(text);
  for (const { name, type } of [webMetrics, processMetrics, sessionPoolMetrics].flatMap((group) => Object.values(group)))
    expect([name, types.get(name)]).toEqual([name, type]);
  expect(text).not.toContain(tenant.apiKey);
  expect(text).not.toMatch(/sub_|ten_|evt_/);
});

test("the public port tells no metrics", async () => {
  const response = await fetch(`${web.baseUrl}/metrics`);
  expect([response.status, await response.text()]).toEqual([404, "page"]);
});

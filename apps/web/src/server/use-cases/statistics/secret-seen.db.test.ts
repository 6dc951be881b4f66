import { publicId } from "@hooklane/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../../../test-support/browser.ts";
import { call } from "../../../test-support/call.ts";
import { serveDashboard } from "../../../test-support/serve-dashboard.ts";
import { type StartedWeb, startWeb } from "../../../test-support/start-web.ts";

let web: StartedWeb;

beforeAll(async () => {
  web = await startWeb({}, serveDashboard);
});
afterAll(() => web.stop());

async function workspace() {
  const tenant = await web.newTenant();
  const browser = new Browser(web);
  await browser.signIn(tenant.email, tenant.password);
  const tenantId = publicId("tenant", tenant.tenantId);
  const seen = async () => (await browser.query("overview.get", { tenantId })).json.result.data.secret_seen;
  return { tenantId, apiKey: tenant.apiKey, browser, seen };
}

test("a secret counts as seen once it was revealed; the built-in inbox shows none, and another workspace's look is not one's own", async () => {
  const [mine, theirs] = [await workspace(), await workspace()];
  const inbox = (await mine.browser.mutate("inbox.open", { tenantId: mine.tenantId })).json.result.data;
  expect([await mine.seen(), await theirs.seen()]).toEqual([false, false]);
  await mine.browser.mutate("secrets.reveal", { tenantId: mine.tenantId, endpointId: inbox.id });
  expect([await mine.seen(), await theirs.seen()]).toEqual([true, false]);
});

test("an endpoint's creation answers its secret, to a program too, and so does a rotation", async () => {
  const [made, rotated] = [await workspace(), await workspace()];
  await call(web, "POST", "/v1/subscriptions", { key: made.apiKey, body: { url: "http://127.0.0.1:9/hook", event_types: ["*"] } });
  expect(await made.seen()).toBe(true);
  const inbox = (await rotated.browser.mutate("inbox.open", { tenantId: rotated.tenantId })).json.result.data;
  await call(web, "POST", `/v1/subscriptions/${inbox.id}/secret/rotate`, { key: rotated.apiKey, body: {} });
  expect(await rotated.seen()).toBe(true);
});

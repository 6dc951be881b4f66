import type { Receiver } from "@hooklane/testkit";
import { type FilledWorkspace, fillWorkspace } from "./support/fill-workspace.ts";
import { startReceivers } from "./support/receivers.ts";
import { expect, test } from "./support/watched-test.ts";
import { account, call, signUp } from "./support/workspace.ts";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceivers({
    healthy: { kind: "healthy" },
    failing: { kind: "status", status: 503 },
    refusing: { kind: "status", status: 404 },
  });
});
test.afterAll(() => receiver.stop());

test("another tenant's ids are not found: in pages, in procedures and in the API", async ({ page, browser, context, baseUrl }) => {
  const theirsContext = await browser.newContext({ baseURL: baseUrl });
  const theirs = await signUp(await theirsContext.newPage(), account("Their Workspace"));
  const ids: FilledWorkspace = await fillWorkspace({ context: theirsContext, baseUrl, tenantId: theirs, receiver, events: 5 });
  await theirsContext.close();
  const own = await signUp(page, account("Own Workspace"));

  for (const address of [
    `/${theirs}`,
    `/${theirs}/endpoints`,
    `/${theirs}/deliveries`,
    `/${theirs}/keys`,
    `/${theirs}/endpoints/${ids.healthy}`,
    `/${theirs}/deliveries/${ids.delivered}`,
    `/${own}/endpoints/${ids.healthy}`,
    `/${own}/endpoints/${ids.healthy}/secrets`,
    `/${own}/deliveries/${ids.delivered}`,
  ]) {
    const response = await page.goto(address);
    expect(response?.status(), address).toBe(404);
    await expect(page.locator("body"), address).not.toContainText("/webhooks/orders");
  }

  const endpoint = { endpointId: ids.healthy };
  const asked: [string, object, "query" | "mutation"][] = [
    ["endpoints.get", endpoint, "query"],
    ["endpoints.health", endpoint, "query"],
    ["endpoints.update", { ...endpoint, description: "taken over" }, "mutation"],
    ["endpoints.pause", endpoint, "mutation"],
    ["endpoints.delete", endpoint, "mutation"],
    ["secrets.list", endpoint, "query"],
    ["secrets.reveal", endpoint, "mutation"],
    ["secrets.rotate", endpoint, "mutation"],
    ["tests.send", endpoint, "mutation"],
    ["deliveries.get", { deliveryId: ids.delivered }, "query"],
    ["deliveries.list", endpoint, "query"],
  ];
  for (const tenantId of [own, theirs]) {
    for (const [path, input, kind] of asked) {
      const { status } = await call(context, baseUrl, path, { tenantId, ...input }, kind);
      expect(status, `${path} as ${tenantId}`).toBe(404);
    }
  }

  const { body: key } = await call(context, baseUrl, "keys.create", {
    tenantId: own,
    name: "all",
    scopes: ["events:read", "subscriptions:read", "subscriptions:write", "deliveries:read"],
  });
  const headers = { authorization: `Bearer ${key.key}` };
  for (const address of [
    `/v1/subscriptions/${ids.healthy}`,
    `/v1/subscriptions/${ids.healthy}/deliveries`,
    `/v1/subscriptions/${ids.healthy}/health`,
    `/v1/deliveries/${ids.delivered}`,
  ]) {
    const answer = await page.request.get(address, { headers });
    expect(answer.status(), address).toBe(404);
  }
});

import type { Receiver } from "@hooklane/testkit";
import { fillWorkspace } from "./support/fill-workspace.ts";
import { pagesOf, publicPages } from "./support/pages.ts";
import { startReceivers } from "./support/receivers.ts";
import { expect, test } from "./support/watched-test.ts";
import { account, call, forgetSession, signUp } from "./support/workspace.ts";

const script = "<img src=x onerror=\"document.title='owned'\"><svg onload=\"document.title='owned'\">";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceivers({
    healthy: { kind: "healthy" },
    failing: { kind: "status", status: 503 },
    refusing: { kind: "status", status: 404 },
    hostile: {
      kind: "scripted",
      respond: () => ({
        kind: "raw",
        bytes: `HTTP/1.1 500 ${script}\r\ncontent-type: text/html\r\nx-note: ${script}\r\ncontent-length: ${script.length}\r\n\r\n${script}`,
        end: "close",
        status: 500,
      }),
    },
  });
});
test.afterAll(() => receiver.stop());

test("every page carries a policy without inline scripts or styles, keeps it, and asks no other origin for anything", async ({
  page,
  context,
  baseUrl,
}) => {
  const tenant = await signUp(page, account("Policy"));
  const ids = await fillWorkspace({ context, baseUrl, tenantId: tenant, receiver, events: 5 });
  const nonces = new Set<string>();
  const visit = async (address: string) => {
    const response = await page.goto(address, { waitUntil: "networkidle" });
    const policy = response?.headers()["content-security-policy"] ?? "";
    expect(policy, address).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic';/);
    expect(policy, address).not.toContain("unsafe-");
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? "");
    return address;
  };
  const visited = [];
  for (const address of pagesOf(tenant, ids)) visited.push(await visit(address));
  await forgetSession(page);
  for (const address of publicPages) visited.push(await visit(address));
  expect(nonces.size).toBe(visited.length); // a nonce of its own for every answer
});

test("C68: what an endpoint answers is text on the page, wherever it stands in the answer", async ({ page, context, baseUrl }) => {
  const tenantId = await signUp(page, account("Hostile Answer"));
  const { body: endpoint } = await call(context, baseUrl, "endpoints.create", {
    tenantId,
    url: receiver.url("hostile", "/"),
    description: script,
    event_types: ["*"],
  });
  const { body: sent } = await call(context, baseUrl, "tests.send", {
    tenantId,
    endpointId: endpoint.id,
    payload: { [script]: script },
  });
  await page.goto(`/${tenantId}/deliveries/${sent.delivery_id}`);
  await expect(page.getByText("The endpoint answered 500").first()).toBeVisible();
  await expect(page.getByLabel(/^Response headers of attempt/).first()).toContainText(script);
  await expect(page.getByRole("figure", { name: /^response body of attempt/ }).first()).toContainText(script);
  await expect(page.getByRole("figure", { name: "request body" })).toContainText("onload");
  for (const address of [page.url(), `/${tenantId}/endpoints/${endpoint.id}`, `/${tenantId}/endpoints`]) {
    await page.goto(address, { waitUntil: "networkidle" });
    expect(await page.locator("img, svg[onload]").count(), address).toBe(0);
    await expect(page, address).not.toHaveTitle("owned");
  }
});

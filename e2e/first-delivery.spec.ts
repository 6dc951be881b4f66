import type { Receiver } from "@hooklane/testkit";
import { Webhook } from "standardwebhooks";
import { startReceivers } from "./support/receivers.ts";
import { expect, test } from "./support/watched-test.ts";
import { account, signUp } from "./support/workspace.ts";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceivers({ healthy: { kind: "healthy" } });
});
test.afterAll(() => receiver.stop());

test("from sign-up to a delivered webhook: endpoint, API key, event, a copy that verifies, and its attempt in the log", async ({
  page,
  request,
}) => {
  const tenant = await signUp(page, account("First Delivery"));

  await page.getByRole("link", { name: "Create an endpoint" }).click();
  await page.getByLabel("URL").fill(receiver.url("healthy", "/hooks/first"));
  await page.getByLabel("Event types").fill("order.*");
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await expect(page.getByRole("heading", { name: "The endpoint is ready" })).toBeVisible();
  const secret = (await page.getByRole("figure", { name: "signing secret" }).locator("pre").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);

  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("button", { name: "New API key" }).click();
  await page.getByLabel("Name").fill("shop");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = (await page.getByRole("figure", { name: "API key", exact: true }).locator("pre").textContent()) ?? "";
  expect(key).toMatch(/^hk_/);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByRole("row", { name: /shop/ })).toContainText("never");

  const accepted = await request.post("/v1/events", {
    headers: { authorization: `Bearer ${key}` },
    data: { type: "order.paid", payload: { order: 1_042 } },
  });
  expect(accepted.status()).toBe(202);
  const { event_id: eventId, deliveries } = await accepted.json();
  expect(deliveries).toBe(1); // the endpoint that was made in the browser is known to the very next event

  await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Deliveries" }).click();
  const row = page.getByRole("row", { name: /order\.paid/ });
  await expect(row).toContainText("Delivered");
  await expect(row).toContainText("200");

  const copy = receiver.requests("healthy").find((each) => each.headers["webhook-id"] === eventId);
  if (!copy) throw new Error("the receiver has no copy of the event");
  const verified = new Webhook(secret).verify(copy.body.toString(), copy.headers as Record<string, string>);
  expect(verified).toMatchObject({ id: eventId, type: "order.paid", data: { order: 1_042 } });

  await row.getByRole("link", { name: "order.paid" }).click();
  await expect(page.getByText("Delivered at the first attempt")).toBeVisible();
  await expect(page.getByText("The endpoint answered 200.")).toBeVisible();
  await expect(page.getByRole("figure", { name: "request body" })).toContainText("1042");
  await expect(page.getByText(copy.headers["webhook-signature"] as string)).toBeVisible();

  await page.goto(`/${tenant}`);
  await expect(page.getByText("All endpoints are well.")).toBeVisible();
  await expect(page.getByText("From here to a delivered event")).toBeHidden(); // every step was done, so nothing is left to show
});

test("a test event from the dashboard is watched until it has arrived, and is marked as a test", async ({ page }) => {
  await signUp(page, account("Test Event"));
  await page.getByRole("link", { name: "Create an endpoint" }).click();
  await page.getByLabel("URL").fill(receiver.url("healthy", "/hooks/test"));
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await page.getByRole("link", { name: "Send a test event" }).click();
  await page.getByLabel("Data").fill('{"hello": ');
  await expect(page.getByText(/This is not JSON/i)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send test event" })).toBeDisabled();
  await page.getByLabel("Data").fill('{"hello": "world"}');
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("Delivered at the first attempt")).toBeVisible();
  await page.getByRole("link", { name: "Open the delivery" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("test");
});

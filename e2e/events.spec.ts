import type { Receiver } from "@hooklane/testkit";
import { startReceivers } from "./support/receivers.ts";
import { expect, test } from "./support/watched-test.ts";
import { account, call, signUp } from "./support/workspace.ts";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceivers({ healthy: { kind: "healthy" } });
});
test.afterAll(() => receiver.stop());

test("a type is put into the catalogue, its event followed across endpoints, and its payload erased", async ({
  page,
  context,
  baseUrl,
}) => {
  const tenantId = await signUp(page, account("Event Journey"));
  const ask = async (path: string, input: object) => (await call(context, baseUrl, path, { tenantId, ...input })).body;
  const endpoint = await ask("endpoints.create", { url: receiver.url("healthy", "/one"), event_types: ["order.*"] });
  await ask("endpoints.create", { url: receiver.url("healthy", "/two"), event_types: ["order.paid"] });
  const { key } = await ask("keys.create", { name: "shop", scopes: ["events:write"] });

  await page.goto(`/${tenantId}/event-types`);
  await page.getByRole("link", { name: "New event type" }).first().click();
  await page.getByLabel("Name").fill("order paid");
  await page.getByLabel("Example").fill('{"order": 7');
  await page.getByRole("button", { name: "Add to the catalogue" }).click();
  await expect(page.getByText(/This is not JSON/i)).toBeVisible();
  await page.getByLabel("Name").fill("order.paid");
  await page.getByLabel("Example").fill('{"order": 7}');
  await page.getByRole("button", { name: "Add to the catalogue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("order.paid");
  await expect(page.getByRole("link", { name: /\/one$/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /\/two$/ })).toBeVisible();

  await page.goto(`/${tenantId}/endpoints/${endpoint.id}/test`);
  await page.getByLabel("Event type").fill("order.paid");
  await page.getByRole("button", { name: "Use the catalogue's example" }).click();
  await expect(page.getByLabel("Data")).toHaveValue(/"order": 7/);

  const posted = await context.request.post(`${baseUrl}/v1/events`, {
    headers: { authorization: `Bearer ${key}` },
    data: { type: "order.paid", payload: { card: "4111" } },
  });
  const { event_id: eventId } = await posted.json();
  await page.getByRole("link", { name: "Events", exact: true }).click();
  await page.getByRole("link", { name: "order.paid" }).first().click();
  await expect(page).toHaveURL(new RegExp(eventId));
  await expect(page.getByText("All of 2 deliveries delivered.")).toBeVisible();
  await expect(page.getByRole("table").getByRole("row", { name: /Delivered/ })).toHaveCount(2);
  await expect(page.getByRole("figure", { name: "payload" })).toContainText("4111");

  await page.getByRole("button", { name: "Erase payload" }).click();
  await expect(page.getByText("nobody can bring them back")).toBeVisible();
  await expect(page.getByRole("button", { name: "Erase the payload" })).toBeDisabled();
  await page.getByLabel(/^Type erase/).fill("erase");
  await page.getByRole("button", { name: "Erase the payload" }).click();
  await expect(page.getByText("The payload was erased").first()).toBeVisible();
  await expect(page.getByText("4111")).toHaveCount(0);
  await page.getByRole("table").getByRole("link", { name: "order.paid" }).first().click();
  await expect(page.getByText("The payload was erased").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Replay", exact: true })).toHaveCount(0);
});

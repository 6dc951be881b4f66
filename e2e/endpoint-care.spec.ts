import type { Receiver } from "@hooklane/testkit";
import { startReceivers } from "./support/receivers.ts";
import { expect, test } from "./support/watched-test.ts";
import { account, call, signUp } from "./support/workspace.ts";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceivers({ healthy: { kind: "healthy" }, refusing: { kind: "status", status: 404 } });
});
test.afterAll(() => receiver.stop());

test("an endpoint is edited, paused, resumed, given a new secret, and deleted after its host was typed", async ({
  page,
  context,
  baseUrl,
}) => {
  const tenantId = await signUp(page, account("Endpoint Care"));
  const { body: endpoint } = await call(context, baseUrl, "endpoints.create", {
    tenantId,
    url: receiver.url("healthy", "/care"),
    event_types: ["a.*"],
    custom_headers: { "x-token": "kept secret" },
  });
  const base = `/${tenantId}/endpoints/${endpoint.id}`;
  const stored = async () => (await call(context, baseUrl, "endpoints.get", { tenantId, endpointId: endpoint.id }, "query")).body;

  await page.goto(`${base}/settings`);
  await expect(page.getByText("kept secret")).toHaveCount(0);
  await page.getByLabel("Description").fill("Cared for");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved")).toBeVisible();
  expect(await stored()).toMatchObject({ description: "Cared for", custom_headers: { "x-token": expect.anything() } });

  await page.getByLabel("URL").fill("https://10.0.0.1/private");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(/10\.0\.0\.1 /)).toBeVisible(); // the server's own words, at the field
  await expect(page.getByLabel("URL")).toHaveAttribute("aria-invalid", "true");

  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  expect((await stored()).state).toBe("paused");
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();

  await page.getByRole("link", { name: "Secrets" }).click();
  await page.getByRole("button", { name: "Reveal" }).click();
  await expect(page.getByText(endpoint.secret)).toBeVisible();
  await page.getByRole("button", { name: "Rotate" }).click();
  await page.getByLabel("Overlap").selectOption("1 hour");
  await page.getByRole("button", { name: "Rotate secret" }).click();
  const next = (await page.getByRole("figure", { name: "new signing secret" }).locator("pre").textContent()) ?? "";
  expect(next).toMatch(/^whsec_/);
  expect(next).not.toBe(endpoint.secret);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(/Signs for (1 h 00|59) min/)).toBeVisible();
  await page.getByRole("button", { name: "Revoke previous" }).click();
  await page.getByRole("button", { name: "Revoke now" }).click();
  await expect(page.getByText("Previous", { exact: true })).toHaveCount(0);

  await page.getByRole("navigation", { name: "Endpoint" }).getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Delete endpoint" }).click();
  const dialog = page.getByRole("alertdialog");
  const confirm = dialog.getByRole("button", { name: "Delete endpoint" });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill(new URL(endpoint.url).host);
  await confirm.click();
  await expect(page).toHaveURL(`/${tenantId}/endpoints`);
  await expect(page.getByText("No endpoints yet")).toBeVisible();
});

test("the log is filtered by its address, pages by position, and counts what is new without moving what is read", async ({
  page,
  context,
  baseUrl,
}) => {
  const tenantId = await signUp(page, account("Delivery Log"));
  const { body: endpoint } = await call(context, baseUrl, "endpoints.create", {
    tenantId,
    url: receiver.url("refusing", "/log"),
    event_types: ["*"],
  });
  const send = () => call(context, baseUrl, "tests.send", { tenantId, endpointId: endpoint.id, payload: 1 });
  for (let index = 0; index < 52; index++) await send();

  await page.goto(`/${tenantId}/deliveries`);
  const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
  await expect(rows).toHaveCount(50);
  await page.getByRole("button", { name: "Older" }).click();
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/cursor=/);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Newest" }).click();
  await expect(rows).toHaveCount(50);

  const first = await rows.first().getByRole("link").getAttribute("href");
  await send();
  const fresh = page.getByRole("button", { name: "1 new: show" });
  await expect(fresh).toBeVisible();
  expect(await rows.first().getByRole("link").getAttribute("href")).toBe(first);
  await fresh.click();
  await expect(rows.first().getByRole("link")).not.toHaveAttribute("href", first ?? "");

  await page.getByRole("button", { name: "Delivered" }).click();
  await expect(page).toHaveURL(/state=delivered/);
  await expect(page.getByText("No delivery matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows).toHaveCount(50);
  await rows.first().getByRole("link").focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1).getByRole("link")).toBeFocused();
});

test("what cannot be read says so, and is read again on demand", async ({ page, context, baseUrl }) => {
  const tenantId = await signUp(page, account("Bad Line"));
  const { body: endpoint } = await call(context, baseUrl, "endpoints.create", {
    tenantId,
    url: receiver.url("healthy", "/line"),
    event_types: ["*"],
  });
  await page.route("**/api/trpc/**", (route) => route.abort());
  await page.goto(`/${tenantId}/endpoints/${endpoint.id}/secrets`);
  await expect(page.getByRole("alert").getByText("The secrets could not be read")).toBeVisible();
  await page.unroute("**/api/trpc/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Current", { exact: true })).toBeVisible();
});

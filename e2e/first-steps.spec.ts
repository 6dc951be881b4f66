import { openPalette } from "./support/palette.ts";
import { expect, test } from "./support/watched-test.ts";
import { account, call, signUp } from "./support/workspace.ts";

test("without a server of one's own: the built-in inbox takes a test event, and its signature is right", async ({ page }) => {
  const tenant = await signUp(page, account("First Steps"));
  await page.getByRole("button", { name: "Use the built-in inbox" }).click();
  await expect(page.getByRole("figure", { name: "inbox URL" })).toContainText(/\/inbox\/[0-9a-f]{32}/);
  await page.getByRole("link", { name: "Send a test event" }).click();
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("Delivered at the first attempt")).toBeVisible();
  await page.goto(`/${tenant}/inbox`);
  await expect(page.getByText("Signature verified")).toBeVisible();
  await expect(page.getByLabel(/^Headers of request/)).toContainText("webhook-signature");
  await page.goto(`/${tenant}`);
  await expect(page.getByText("3 of 6 done")).toBeVisible(); // the secret, an API key and a real event are left
  await page.getByRole("link", { name: "See its secret, and how to verify" }).click();
  await page.getByRole("button", { name: "Reveal" }).click();
  await expect(page.getByText(/whsec_[A-Za-z0-9+/]{20}/)).toBeVisible();
  await page.goto(`/${tenant}`);
  await expect(page.getByText("4 of 6 done")).toBeVisible();
});

test("by keyboard alone: any page and any id is reached, and the focus goes on from there", async ({ page, context, baseUrl }) => {
  const tenantId = await signUp(page, account("Palette"));
  const { body: endpoint } = await call(context, baseUrl, "inbox.open", { tenantId });
  const { body: sent } = await call(context, baseUrl, "tests.send", { tenantId, endpointId: endpoint.id });

  const box = await openPalette(page);
  await page.keyboard.type("event ty");
  await expect(page.getByRole("option", { name: /Event types/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Event types" })).toBeVisible();
  await expect(box).toHaveCount(0);
  await expect(page.locator("#content")).toBeFocused();

  await openPalette(page);
  await box.fill(sent.delivery_id.slice(0, 20));
  await expect(page.getByRole("option", { name: new RegExp(sent.delivery_id) })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/deliveries/${sent.delivery_id}`));

  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(page.getByRole("heading", { level: 1, name: "Deliveries" })).toBeVisible();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  await sheet.getByRole("switch", { name: "Shortcuts of single keys" }).click();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press("?");
  await openPalette(page); // single keys are off, this one is not
  await expect(sheet).toHaveCount(0);
});

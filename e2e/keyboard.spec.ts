import type { Receiver } from "@hooklane/testkit";
import type { Page } from "@playwright/test";
import { openPalette } from "./support/palette.ts";
import { startReceivers } from "./support/receivers.ts";
import { expect, test } from "./support/watched-test.ts";
import { account, call, forgetSession, signUp } from "./support/workspace.ts";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceivers({ refusing: { kind: "status", status: 404 } });
});
test.afterAll(() => receiver.stop());

/** What has the focus: its name, and whether it is seen to have it; between the page's end and its beginning nothing has. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return {
      name: (element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent ?? "").trim(),
      isSeen: element === document.body || (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none",
    };
  });

/** Tabs on to a control of this name; the focus is seen wherever it stops on the way. */
async function tabTo(page: Page, name: string, most = 60): Promise<void> {
  for (let step = 0; step < most; step++) {
    await page.keyboard.press("Tab");
    const stop = await focused(page);
    expect(stop.isSeen, `the focus is not seen on “${stop.name.slice(0, 60)}”`).toBe(true);
    if (stop.name === name) return;
  }
  throw new Error(`the focus never came to ${name}`);
}

test("without a mouse: sign in, find a failing endpoint, test it again, and replay what died", async ({ page, context, baseUrl }) => {
  test.setTimeout(180_000);
  const own = account("No Mouse");
  const tenantId = await signUp(page, own);
  const made = await call(context, baseUrl, "endpoints.create", {
    tenantId,
    url: receiver.url("refusing", "/by-keyboard"),
    event_types: ["*"],
  });
  expect(made.status).toBe(200);
  await forgetSession(page);

  await page.goto(`/${tenantId}`);
  await page.waitForURL(/\/sign-in/);
  await expect(page.getByLabel("E-mail address")).toBeFocused();
  await page.keyboard.type(own.email);
  await tabTo(page, "Password");
  await page.keyboard.type(own.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: own.workspace })).toBeVisible();

  await openPalette(page);
  await page.keyboard.type("by-keyboard");
  await expect(page.getByRole("option", { name: /by-keyboard/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("/by-keyboard");

  await tabTo(page, "Test");
  await page.keyboard.press("Enter");
  await tabTo(page, "Send test event");
  await page.keyboard.press("Enter");
  const opens = page.getByRole("link", { name: "Open the delivery" });
  await expect(opens).toBeVisible();
  await expect(page.getByText("404").first()).toBeVisible();
  await tabTo(page, "Open the delivery");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/deliveries\/dlv_/);
  const died = page.url();
  await expect(page.getByRole("button", { name: "Replay" })).toBeVisible();
  await tabTo(page, "Replay");
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(died);
  await expect(page.getByText("replay 1").first()).toBeVisible();
});

test("the focus goes back to what opened a dialog, a menu and the palette, and what a hover says the focus says, too, until Escape", async ({
  page,
}) => {
  const tenantId = await signUp(page, account("Focus Returns"));
  await page.goto(`/${tenantId}/keys`, { waitUntil: "networkidle" });
  await tabTo(page, "New API key");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "New API key" }).first()).toBeFocused();

  await openPalette(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "New API key" }).first()).toBeFocused();

  const menu = page.getByRole("button", { name: /^Account/ });
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toHaveCount(0);
  await expect(menu).toBeFocused();

  await page.goto(`/${tenantId}`, { waitUntil: "networkidle" });
  await tabTo(page, "Alerts: none is open");
  await expect(page.getByRole("tooltip")).toHaveText("Alerts: none is open");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Alerts: none is open" })).toBeFocused();
});

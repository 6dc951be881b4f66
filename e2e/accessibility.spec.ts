import type { Receiver } from "@hooklane/testkit";
import { expectAccessible } from "./support/expect-accessible.ts";
import { fillWorkspace } from "./support/fill-workspace.ts";
import { pagesOf, publicPages } from "./support/pages.ts";
import { startReceivers } from "./support/receivers.ts";
import { expect, test } from "./support/watched-test.ts";
import { account, forgetSession, signUp } from "./support/workspace.ts";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceivers({
    healthy: { kind: "scripted", respond: () => ({ kind: "status", status: 200, body: '{"received":true}' }) },
    failing: { kind: "status", status: 503 },
    refusing: { kind: "status", status: 404 },
  });
});
test.afterAll(() => receiver.stop());

test("every page, and what opens on it, is accessible in both themes", async ({ page, context, baseUrl }) => {
  test.setTimeout(600_000);
  const tenant = await signUp(page, account("Accessible"));
  for (const address of [`/${tenant}`, `/${tenant}/endpoints`, `/${tenant}/deliveries`, `/${tenant}/keys`]) {
    await page.goto(address, { waitUntil: "networkidle" });
    await expectAccessible(page, `${address}, empty`);
  }
  const ids = await fillWorkspace({ context, baseUrl, tenantId: tenant, receiver, events: 5 });
  for (const address of pagesOf(tenant, ids)) {
    await page.goto(address, { waitUntil: "networkidle" });
    await expectAccessible(page, address);
  }

  await page.goto(`/${tenant}/endpoints/new`);
  await page.getByLabel("URL").fill("ftp://nowhere");
  await page.getByRole("button", { name: "Add a header" }).click();
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await expect(page.getByText("Only https:// and http:// URLs can be called.")).toBeVisible();
  await expectAccessible(page, "a form with errors");

  await page.goto(`/${tenant}/endpoints/${ids.healthy}/settings`);
  await page.getByRole("button", { name: "Delete endpoint" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page, "a question");

  await page.goto(`/${tenant}/keys`);
  await page.getByRole("button", { name: "New API key" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "a dialog");

  await page.goto(`/${tenant}`);
  await page.getByRole("button", { name: /^Account/ }).click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await expectAccessible(page, "a menu", ["region"]); // an open menu stands above the page, in none of its landmarks

  await page.goto("about:blank"); // a page that asks on without its cookies goes to sign in, and would cut off what comes next
  await forgetSession(page);
  for (const address of publicPages) {
    await page.goto(address, { waitUntil: "networkidle" });
    await expectAccessible(page, address);
  }
});

test("a theme that was chosen stays, and a page comes in it from the server", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  const tenant = await signUp(page, account("Chosen Theme"));
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await colour();
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect.poll(colour).not.toBe(light);
  const html = await (await page.request.get(`/${tenant}`)).text();
  expect(html).toContain('data-theme="dark"');
});

test("an endpoint is created by keyboard alone", async ({ page }) => {
  await signUp(page, account("Keyboard Only"));
  const press = (key: string) => page.keyboard.press(key);
  /** Tabs on until the focus is on a control of this name. */
  const tabTo = async (name: string) => {
    for (let step = 0; step < 40; step++) {
      await press("Tab");
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        return element?.labels?.[0]?.textContent || element?.getAttribute("aria-label") || element?.textContent || "";
      });
      if (focused.trim() === name) return;
    }
    throw new Error(`the focus never came to ${name}`);
  };
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await press("Enter");
  await tabTo("Create an endpoint");
  await press("Enter");
  await expect(page.getByLabel("URL")).toBeFocused();
  await page.keyboard.type(receiver.url("healthy", "/by-keyboard"));
  await tabTo("Event types");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("key.pressed, key.*");
  await tabTo("Create endpoint");
  await press("Enter");
  await expect(page.getByRole("heading", { name: "The endpoint is ready" })).toBeVisible();
  await tabTo("Open the endpoint");
  await press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("/by-keyboard");
});

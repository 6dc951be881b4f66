import { type Receiver, waitFor } from "@hooklane/testkit";
import { expectAccessible } from "./support/expect-accessible.ts";
import { startReceivers } from "./support/receivers.ts";
import { runAdmin, signInAsStaff } from "./support/staff.ts";
import { expect, test } from "./support/watched-test.ts";
import { account, call, signUp } from "./support/workspace.ts";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceivers({ refusing: { kind: "status", status: 404 } });
});
test.afterAll(() => receiver.stop());

test("staff find a customer's broken endpoint, mend it on a visit, and the owner sees all of it", async ({
  page,
  context,
  browser,
  baseUrl,
}) => {
  test.setTimeout(240_000);
  const customer = account("Broken Freight");
  const tenantId = await signUp(page, customer);
  const { body: endpoint } = await call(context, baseUrl, "endpoints.create", {
    tenantId,
    url: receiver.url("refusing", "/hooks?token=canary"),
    event_types: ["*"],
  });
  const endpointId = endpoint.id;
  const { body: sent } = await call(context, baseUrl, "tests.send", { tenantId, endpointId });
  const delivery = sent.delivery_id;
  await waitFor(
    async () => (await call(context, baseUrl, "deliveries.get", { tenantId, deliveryId: delivery }, "query")).body.state === "dead",
    {
      what: "the delivery to die",
      timeoutMs: 30_000,
      intervalMs: 200,
    },
  );
  expect((await page.goto("/support"))?.status()).toBe(404);

  const staffContext = await browser.newContext({ baseURL: baseUrl });
  const desk = await staffContext.newPage();
  const staff = await signInAsStaff(desk, "Support Desk");
  const ask = (path: string, input: object, kind: "query" | "mutation" = "mutation") =>
    call(staffContext, baseUrl, path, { tenantId, ...input }, kind);

  // The console: the customer named a delivery
  await desk.getByRole("searchbox", { name: "Search" }).fill(delivery);
  await expect(desk.getByRole("heading", { name: "By delivery id" })).toBeVisible();
  await desk.getByRole("link", { name: customer.workspace }).click();
  await expect(desk.getByRole("heading", { level: 1, name: customer.workspace })).toBeVisible();
  await expect(desk.getByText("has dead deliveries")).toBeVisible();
  await expect(desk.locator("body")).not.toContainText("canary");
  for (const address of [
    "/support",
    `/support/tenants/${tenantId}`,
    `/support/explain?delivery=${delivery}`,
    "/support/workers",
    "/support/jobs",
    "/support/limits",
    "/support/mail",
  ]) {
    await desk.goto(address, { waitUntil: "networkidle" });
    await expectAccessible(desk, address);
  }
  await desk.emulateMedia({ colorScheme: "light" });
  await desk.goto(`/support/explain?delivery=${delivery}`);
  await expect(desk.getByText(/^Dead since .*terminal_status/)).toBeVisible();
  expect(await runAdmin("explain", delivery)).toMatch(/^Dead since .*terminal_status/m);

  // The visit: read-only
  await desk.goto(`/support/tenants/${tenantId}`);
  const usualIcon = await desk.locator("link[rel=icon]").getAttribute("href");
  await desk.getByRole("button", { name: "Visit workspace" }).click();
  await desk.getByRole("button", { name: "Start visit" }).click();
  await expect(desk.getByText(/Say why, in 8 characters or more/)).toBeVisible();
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Deliveries to /hooks die with 404");
  await dialog.getByLabel("Ticket").fill("T-4711");
  await desk.getByRole("button", { name: "Start visit" }).click();
  await desk.waitForURL(`**/${tenantId}`);
  const banner = desk.getByRole("region", { name: "Support visit" });
  await expect(banner).toContainText(`You visit ${customer.workspace} as support`);
  await expect(banner).toContainText("read-only");
  await expect(banner.getByRole("timer")).toHaveText(/^(30:00|29:\d\d)$/);
  await expect(desk).toHaveTitle(/Visiting Broken Freight/);
  expect(await desk.locator("link[rel=icon]").getAttribute("href")).not.toBe(usualIcon);
  await expectAccessible(desk, "a page of a visit");
  await desk.emulateMedia({ colorScheme: "light" });

  await desk.goto(`/${tenantId}/deliveries/${delivery}`);
  await expect(banner).toBeVisible();
  await expect(desk.getByText("The endpoint answered 404").first()).toBeVisible();
  await expect(desk.locator("body")).not.toContainText("canary");
  await desk.goto(`/${tenantId}/endpoints/${endpointId}`);
  await expect(desk.getByRole("heading", { level: 1 })).toContainText("/hooks");
  await expect(desk.getByRole("button", { name: "Pause" })).toHaveCount(0);
  for (const [path, input] of [
    ["endpoints.pause", { endpointId }],
    ["tests.send", { endpointId }],
    ["secrets.reveal", { endpointId }],
    ["keys.create", { name: "mine", scopes: ["events:write"] }],
  ] as const)
    expect([path, (await ask(path, input)).status]).toEqual([path, 403]);
  expect((await ask("support.startVisit", { reason: "From one visit into another" })).status).toBe(403);

  // Elevated: what a visit may do works, the rest still does not
  await banner.getByRole("button", { name: "Elevate…" }).click();
  await dialog.getByLabel("Reason").fill("Asked to pause the endpoint");
  await desk.getByRole("button", { name: "Elevate", exact: true }).click();
  await expect(banner).toContainText("may change things");
  await desk.goto(`/${tenantId}/endpoints/${endpointId}`);
  await desk.getByRole("button", { name: "Pause" }).click();
  await expect.poll(async () => (await ask("endpoints.get", { endpointId }, "query")).body.state).toBe("paused");
  for (const [path, input] of [
    ["secrets.reveal", { endpointId }],
    ["secrets.rotate", { endpointId }],
    ["keys.create", { name: "mine", scopes: ["events:write"] }],
    ["members.leave", {}],
  ] as const)
    expect([path, (await ask(path, input)).status]).toEqual([path, 403]);

  // Stopped: nothing is left of it, in the browser or with the cookie of before
  const kept = await staffContext.storageState();
  await banner.getByRole("button", { name: "Stop visit" }).click();
  await desk.waitForURL(`**/support/tenants/${tenantId}`);
  await expect(banner).toHaveCount(0);
  expect((await desk.goto(`/${tenantId}`))?.status()).toBe(404);
  const thief = await browser.newContext({ baseURL: baseUrl, storageState: kept });
  expect((await call(thief, baseUrl, "endpoints.list", { tenantId }, "query")).status).toBe(401);
  await thief.close();
  await staffContext.close();

  // The owner's log
  await page.goto(`/${tenantId}/audit`);
  const log = page.getByRole("table", { name: "Audit log" });
  for (const [what, text] of [
    ["Began a support visit", "support.visit_start"],
    ["Let a support visit make changes", "support.visit_elevate"],
    ["Paused an endpoint", "subscription.pause"],
    ["Looked at a delivery", "Looked at a delivery"],
    ["Ended a support visit", "support.visit_end"],
  ] as const) {
    const row = log.getByRole("row").filter({ hasText: text });
    await expect(row).toContainText(what);
    await expect(row).toContainText(staff.email);
    await expect(row).toContainText(`for ${customer.workspace}`);
  }
  const rows = await log.getByRole("row").count();
  const began = log.getByRole("row").filter({ hasText: "support.visit_start" });
  await began.getByRole("link", { name: "All of this visit" }).click();
  await page.waitForURL(/[?&]visit=vis_/);
  await expect(page.getByText("One support visit")).toBeVisible();
  await expect(log.getByRole("row").filter({ hasText: staff.email })).not.toHaveCount(0);
  await expect.poll(() => log.getByRole("row").count()).toBeLessThan(rows);
  await expectAccessible(page, "the log of a visit");
});

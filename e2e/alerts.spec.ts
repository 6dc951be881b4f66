import type { Receiver } from "@hooklane/testkit";
import { expectAccessible } from "./support/expect-accessible.ts";
import { mailTo } from "./support/outbox.ts";
import { startReceivers } from "./support/receivers.ts";
import { expect, test } from "./support/watched-test.ts";
import { account, call, signUp } from "./support/workspace.ts";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceivers({ refusing: { kind: "status", status: 401 } });
});
test.afterAll(() => receiver.stop());

test("an endpoint that answers 401 raises an alert, which is acknowledged, and is over by itself when the endpoint is mended", async ({
  page,
  context,
  baseUrl,
}) => {
  const owner = { ...account("Alerted"), workspace: "<img src=x onerror=alert(1)>" };
  const tenantId = await signUp(page, owner);
  const url = receiver.url("refusing", "/alerts?token=secret");
  const { body: endpoint } = await call(context, baseUrl, "endpoints.create", { tenantId, url, event_types: ["*"] });
  const { body: key } = await call(context, baseUrl, "keys.create", { tenantId, name: "shop", scopes: ["events:write"] });
  const post = () =>
    context.request.post(`${baseUrl}/v1/events`, {
      headers: { authorization: `Bearer ${key.key}` },
      data: { type: "order.paid", payload: 1 },
    });
  for (let i = 0; i < 3; i++) await post();

  const opened = await mailTo(owner.email, "alert-opened");
  expect(opened.subject).toContain("Configuration error");
  expect(opened.subject).toContain("<img src=x onerror=alert(1)>");
  expect(opened.html).not.toContain("<img");
  expect(opened.text + opened.html).not.toContain("token=secret");
  const link = /http:\S+\/alerts\/alr_\w+/.exec(opened.text)?.[0] ?? "";
  expect(link).toContain(`/${tenantId}/alerts/`);

  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: "Configuration error" })).toBeVisible();
  await expect(page.getByText("100 % of the attempts are answered 401.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Test again" })).toHaveAttribute("href", `/${tenantId}/endpoints/${endpoint.id}/test`);
  await expectAccessible(page, "an alert of a configuration error");

  await page.goto(`/${tenantId}/alerts`);
  await expect(page.getByRole("link", { name: "Alerts: 1 open" })).toBeVisible();
  await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(page.getByText("Nothing is wrong")).toBeVisible();
  await page.getByRole("button", { name: /^Acknowledged 1$/ }).click();
  await expect(page).toHaveURL(/state=acknowledged/);
  await expect(page.getByText(`Looked after by ${owner.email}`)).toBeVisible();
  await page.getByRole("button", { name: "Mute", exact: true }).click();
  await page.getByRole("menuitem", { name: "For 1 day" }).click();
  await page.getByRole("button", { name: /^Muted 1$/ }).click();
  await page.getByRole("button", { name: "Open again" }).click();
  await expect(page.getByText("No alert is muted")).toBeVisible();

  receiver.set("refusing", { kind: "healthy" });
  await post();
  await page.getByRole("button", { name: "Resolved", exact: true }).click();
  await expect(page.getByText(/Over since .*, by itself/)).toBeVisible({ timeout: 30_000 });
  expect((await mailTo(owner.email, "alert-resolved")).subject).toContain("Over: Configuration error");
  await expect(page.getByRole("link", { name: "Alerts: none is open" })).toBeVisible({ timeout: 30_000 });
});

test("a member chooses which alerts are sent by mail, and an owner what the workspace sends", async ({ page, context, baseUrl }) => {
  const tenantId = await signUp(page, account("Chosen Mail"));
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Mail of alerts" }).click();
  const workspace = page.getByRole("switch", { name: "Mail members of: Replay finished" });
  await workspace.click();
  await expect(workspace).not.toBeChecked();
  const mine = page.getByLabel("Mail me of: Replay finished");
  await expect(mine.locator("option").first()).toHaveText("Default: off");
  await mine.selectOption("On");
  await expect(page.getByText("Saved").first()).toBeVisible();
  const { body } = await call(context, baseUrl, "notifications.get", { tenantId }, "query");
  const stored = body.kinds.find(({ kind }: { kind: string }) => kind === "replay_finished");
  expect(stored).toEqual({ kind: "replay_finished", workspace: false, mine: true });
});

import { readFile } from "node:fs/promises";
import type { Receiver } from "@hooklane/testkit";
import { startReceivers } from "./support/receivers.ts";
import { expect, test } from "./support/watched-test.ts";
import { account, call, signUp } from "./support/workspace.ts";

let receiver: Receiver;
let isMended = false;
test.beforeAll(async () => {
  receiver = await startReceivers({
    healthy: { kind: "healthy" },
    refusing: { kind: "scripted", respond: () => ({ kind: "status", status: isMended ? 200 : 422 }) },
  });
});
test.afterAll(() => receiver.stop());

test("from the log's filters over a choice of rows, and all that match, to replays that are watched until they are over", async ({
  page,
  context,
  baseUrl,
}) => {
  const tenantId = await signUp(page, account("Delivery Log"));
  const ask = async (path: string, input: object) => (await call(context, baseUrl, path, { tenantId, ...input })).body;
  const endpoint = await ask("endpoints.create", { url: receiver.url("refusing", "/orders"), event_types: ["order.*"] });
  await ask("endpoints.create", { url: receiver.url("healthy", "/all"), event_types: ["*"] });
  const { key } = await ask("keys.create", { name: "shop", scopes: ["events:write"] });
  for (let n = 0; n < 6; n++) {
    const type = n < 5 ? "order.paid" : "invoice.sent";
    const posted = await context.request.post(`${baseUrl}/v1/events`, {
      headers: { authorization: `Bearer ${key}` },
      data: { type, payload: { n } },
    });
    expect(posted.status()).toBe(202);
  }

  await test.step("filters stand in the address, and what matches is had as a file", async () => {
    await page.goto(`/${tenantId}/deliveries`);
    const table = page.getByRole("table", { name: "Deliveries, newest first" });
    await expect(table.getByRole("row")).toHaveCount(12); // 6 + 5, and the header
    await page.getByRole("button", { name: "Dead" }).click();
    await page.getByRole("button", { name: "More filters" }).click();
    await page.getByLabel("Status of the last answer").selectOption("4xx");
    await expect(page).toHaveURL(/state=dead.*status=4xx|status=4xx.*state=dead/);
    await expect(table.getByRole("row")).toHaveCount(6);
    await expect(table.getByRole("row", { name: /422/ }).first()).toContainText("Refused for good");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).click();
    const lines = (await readFile(await (await download).path(), "utf8")).trimEnd().split("\r\n");
    expect(lines).toHaveLength(6);
    expect(lines[1]).toContain('"dead","terminal_status"');
    await page.reload();
    await expect(page.getByRole("button", { name: "Dead" })).toHaveAttribute("aria-pressed", "true");
    await expect(table.getByRole("row")).toHaveCount(6);
    await page.getByLabel(/^Event type, or an id/).fill("dlv_1");
    await page.keyboard.press("Enter");
    await expect(page.getByText("No delivery matches")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(table.getByRole("row")).toHaveCount(12);
  });

  isMended = true;
  await test.step("chosen rows are replayed one by one", async () => {
    await page.goto(`/${tenantId}/deliveries?state=dead`);
    await page
      .getByRole("checkbox", { name: /^Choose dlv_/ })
      .first()
      .check();
    await page.getByRole("button", { name: "Replay it" }).click();
    await expect(page.getByText("1 replay started")).toBeVisible();
    await page.goto(`/${tenantId}/deliveries?replay=only`);
    await page.getByRole("link", { name: "order.paid" }).click();
    await expect(page.getByText("Delivered at the first attempt").first()).toBeVisible();
  });

  await test.step("a delivery leads to what it replays, and its signature is verified in the browser", async () => {
    await page.getByLabel("Signing secret").fill("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText("The signature does not match")).toBeVisible();
    await page.getByLabel("Signing secret").fill(endpoint.secret);
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText("The signature matches")).toBeVisible();
    await page.getByRole("link", { name: "What it replays" }).click();
    await expect(page.getByText("The endpoint answered 422").first()).toBeVisible();
    await page.getByRole("link", { name: "Its replay" }).click();
    await expect(page.getByText("Delivered at the first attempt").first()).toBeVisible();
  });

  await test.step("all that match are planned, confirmed, and watched to the end", async () => {
    await page.goto(`/${tenantId}/deliveries?state=dead&endpoint=${endpoint.id}`);
    await page.getByRole("link", { name: /^Replay all that match/ }).click();
    await expect(page.getByLabel("Endpoint", { exact: true })).toHaveValue(endpoint.id);
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("button", { name: "Replay 4 deliveries" }).click();
    await expect(page).toHaveURL(/\/replays\/job_/);
    await expect(page.getByText("Every selected delivery is final.")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("progressbar", { name: "Final deliveries" })).toHaveAttribute("aria-valuetext", "4 of 4");
    await page.getByRole("link", { name: "Its deliveries" }).click();
    await expect(page.getByRole("row", { name: /replay 1/ })).toHaveCount(4);
    await page.getByRole("link", { name: "Replays" }).first().click();
    await expect(page.getByRole("row", { name: /Completed/ })).toHaveCount(1);
  });
});
